"""Lists, tuples, ranges and strings under random slices, and list methods."""

state = 1


def rnd(n):
    """The same pseudo-random numbers everywhere."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
    return (state >> 33) % n


for trial in range(40):
    l=[rnd(10) for i in range(rnd(12))]
    for step in range(10):
        a=rnd(30)-15; b=rnd(30)-15; st=[None,1,2,-1,-2,3][rnd(6)]; op=rnd(8)
        sl=slice([a,None][rnd(3)==0],[b,None][rnd(3)==0],st)
        try:
            if op==0: print(l[sl], tuple(l)[sl], range(20)[sl], 'abcdefghij'[sl])
            elif op==1: del l[sl]
            elif op==2: l[sl]=[rnd(5) for i in range(rnd(6))]
            elif op==3: l.insert(a,b)
            elif op==4: print(l.pop(a))
            elif op==5: print(l.index(a%10,b))
            elif op==6: l*=rnd(3)
            elif op==7: print(l.count(a%10), l+[1], [0]+l, sl.indices(len(l)))
        except (ValueError,IndexError) as e: print(e)
        print(l)
        l=l[:40]
