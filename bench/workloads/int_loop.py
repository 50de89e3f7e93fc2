"""Integer arithmetic in a while loop (Collatz)."""

N = 7800


def collatz(limit):
    longest = best = 0
    for start in range(1, limit):
        n, steps = start, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        if steps > longest:
            longest, best = steps, start
    return best, longest


def run(n):
    return collatz(n)
