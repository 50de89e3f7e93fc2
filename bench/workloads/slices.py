"""Slices of lists and texts."""

N = 46000


def run(n):
    values, text = list(range(50)), "the quick brown fox jumps"
    total = 0
    for i in range(n):
        total += len(values[i % 40:]) + values[2:9][3] + len(text[:i % 20]) + len(text[::2])
        values[3:5] = (i, i + 1)
    return total
