"""Hashes of tuples and of ranges."""

state = 1


def rnd(n):
    """The same pseudo-random numbers everywhere."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
    return (state >> 33) % n


for i in range(60):
    t=tuple(rnd(1000)-500 if rnd(2) else str(rnd(100)) for _ in range(rnd(8)))
    print(hash(t),hash((t,t)), hash((i,)), hash(range(i,i+2+rnd(1000),rnd(7)+1)))
