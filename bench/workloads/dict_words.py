"""Dictionaries with str and int keys: counting and joining."""

N = 95000


def run(n):
    words = ["w%d" % (i * i % 997) for i in range(1000)]
    counts = {}
    for i in range(n):
        w = words[i % 1000]
        counts[w] = counts.get(w, 0) + 1
        if w in counts and i % 3 == 0:
            counts[i & 255] = i
    inverse = {}
    for k, v in counts.items():
        inverse.setdefault(v, []).append(str(k))
    return len(counts), sum(v for v in counts.values()), sorted(inverse)[-1]
