"""Dictionaries with str and int keys: counting and joining."""
import sys

n = int(sys.argv[1]) if len(sys.argv) > 1 else 60000
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
print(len(counts), sum(v for v in counts.values()), sorted(inverse)[-1])
