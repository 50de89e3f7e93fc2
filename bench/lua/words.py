"""Text: words cut out, counted in a table, joined again."""

N = 300

TEXT = "the quick brown fox jumps over the lazy dog while other dogs sleep in the sun " * 20


def run(n):
    total = 0
    for i in range(n):
        counts = {}
        for word in TEXT.split():
            key = word + str(i % 3)
            counts[key] = counts.get(key, 0) + 1
        parts = [f"{key}={count}" for key, count in counts.items()]
        total += len(",".join(parts)) + counts["the" + str(i % 3)]
    return total
