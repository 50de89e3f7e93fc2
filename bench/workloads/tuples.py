"""Tuples made, unpacked, compared, used as keys."""

N = 84000


def run(n):
    seen = {}
    low = (0, 0)
    for i in range(n):
        a, b = i & 15, i & 31
        pair = (a, b)
        seen[pair] = seen.get(pair, 0) + 1
        if pair > low:
            low = pair
    return len(seen), low
