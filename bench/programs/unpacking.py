"""Tuples, stars, nested targets, swaps, calls with * and **: everything that unpacks."""
N = 6000


def many(a, b=2, *rest, c, d=4, **more):
    return a + b + len(rest) + c + d + len(more)


def passed(*args, **kwargs):
    return many(*args, **kwargs)


def run(n):
    total = 0
    pairs = [(i, (i + 1, [i, i + 2])) for i in range(10)]
    record = {"c": 1, "d": 5}
    for i in range(n):
        a, b, c, d = i, i + 1, i + 2, i + 3
        a, b, c = b, c, a
        (a, b), [c, *d] = (b, a), [c, d, a, b]
        first, *middle, last = range(i % 7 + 2)
        total += a + b + c + len(d) + first + len(middle) + last
        for x, (y, [z, w]) in pairs:
            x, y = y, x
            total += x - y + z * w
        head, *tail = "text of some length".split()
        total += len(head) + len(tail) + passed(1, *map(len, tail), c=i, **{"e": 1}) + passed(*(1, 2, 3), **record)
        merged = [*tail, *middle, a]
        both = {**record, "x": i, **{"d": 2}}
        total += len(merged) + both["d"] + sum(k for k, _ in sorted(zip(middle, merged)))
        (x, y), z = divmod(i, 7), i
        total += x + y + z
    return total
