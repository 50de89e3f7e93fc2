"""Dicts after any history: order, views backwards, copies."""

state = 1


def rnd(n):
    """The same pseudo-random numbers everywhere."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
    return (state >> 33) % n


for trial in range(40):
    d={}; 
    for step in range(rnd(100)):
        op=rnd(10); k=rnd(30) if rnd(2) else str(rnd(30))
        if op<5: d[k]=step
        elif op<7: print(d.pop(k,None))
        elif op==7 and d: print(d.popitem())
        elif op==8: print(d.setdefault(k,step))
        elif op==9 and not rnd(10): d.clear()
    print(d, list(reversed(d)), list(reversed(d.items())), len(d), d==dict(reversed(list(d.items()))), d.copy()==d, d|{1:2}, list(dict.fromkeys(d,1)))
