"""list.sort: order, stability, and the number of comparisons."""

state = 1


def rnd(n):
    """The same pseudo-random numbers everywhere."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
    return (state >> 33) % n


class K:
    n=0
    def __init__(s,v): s.v=v
    def __lt__(s,o): K.n+=1; return s.v<o.v
for trial in range(60):
    n=[rnd(20),rnd(200),rnd(1000)][rnd(3)]
    mode=rnd(6)
    if mode==0: v=[rnd(1000) for i in range(n)]
    elif mode==1: v=list(range(n)); [v.__setitem__(rnd(n),rnd(n)) for i in range(5) if n]
    elif mode==2: v=list(range(n,0,-1))
    elif mode==3: v=[i%(rnd(9)+1) for i in range(n)]
    elif mode==4: v=[rnd(10) for i in range(n)]
    else:
        v=[]
        while len(v)<n: 
            st=rnd(100); v.extend(range(st,st+rnd(50)) if rnd(2) else range(st+rnd(50),st,-1))
    K.n=0
    ks=[K(x) for x in v]; ids={id(k):i for i,k in enumerate(ks)}
    ks.sort(reverse=bool(rnd(2)))
    print(K.n, hash(tuple(ids[id(k)] for k in ks)))
    print(hash(tuple(sorted(v))), hash(tuple(sorted(map(str,v),reverse=True))), hash(tuple(sorted([(x%5,x) for x in v]))), hash(tuple(sorted(v,key=lambda x:-x%7))), hash(tuple(sorted(map(float,v)))))
