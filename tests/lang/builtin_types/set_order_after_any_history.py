"""The order of sets after any history, and what operators and dict views make of them."""

state = 1


def rnd(n):
    """The same pseudo-random numbers everywhere."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
    return (state >> 33) % n


for trial in range(40):
    kind=rnd(4)
    def key():
        r=rnd(3) if kind==3 else kind
        if r==0: return rnd(60)
        if r==1: return str(rnd(60))
        return rnd(1000)*7919-300000
    sets=[set(),set(),frozenset(key() for i in range(rnd(30)))]
    for step in range(rnd(60)):
        s=sets[rnd(2)]; op=rnd(14); o=sets[rnd(3)]
        if op<4: s.add(key())
        elif op<5: s.discard(key())
        elif op==5 and s: print(('pop',s.pop()))
        elif op==6: s|=set(o)
        elif op==7 and rnd(2): s&=o
        elif op==8 and rnd(2): s-=o
        elif op==9: s^=o
        elif op==10: s.update([key() for i in range(rnd(20))])
        elif op==11: s.update(dict.fromkeys(key() for i in range(rnd(20))))
        elif op==12: s.difference_update({key():1 for i in range(rnd(20))})
        elif op==13: s.symmetric_difference_update([key() for i in range(rnd(5))])
    a,b,c=sets
    for e in (a,b,c,a|b,a&c,a-b,a^c,b|c,c-a,c^b,a.union(b,[1,2],{3:4}),a.intersection(b,[1,2,3],{'1':1}),a.difference([1,2],b),a.symmetric_difference([1,5]),a.copy(),frozenset(a),set(b),set(list(a))): print(list(e))
    print(a<=b,a<b,a==b,a.isdisjoint(b),a.issubset(list(b)),a.issuperset(list(b)),a.issubset(b|a),hash(c),hash(frozenset(range(rnd(50)))),len(a))
    d={key():i for i in range(rnd(40))}; e={key():i for i in range(rnd(40))}
    print(list(d.keys()&e.keys()),list(d.keys()|e.keys()),list(d.keys()-e.keys()),list(d.keys()^e.keys()),list(d.items()&e.items()),list(d.items()|e.items()),list(d.items()^e.items()),list(d.keys()&a),list(d.keys()&list(a)),list(a&d.keys()),list(d.keys()-a))
