"""Sorting, by the items and by a function of them."""

N = 30000


def run(n):
    items, x = [], 42
    for _ in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        items.append(x)
    items.sort()
    pairs = [(item % 1000, item) for item in items]
    pairs.sort(key=lambda pair: pair[0] * 2147483648 + pair[1])
    return items[n // 2] + pairs[n // 3][1]
