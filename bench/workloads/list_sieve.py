"""Lists by index, slice and append: a sieve."""

N = 350000


def sieve(limit):
    marks = [True] * limit
    primes = []
    for i in range(2, limit):
        if marks[i]:
            primes.append(i)
            for j in range(i * i, limit, i):
                marks[j] = False
    return primes


def run(n):
    p = sieve(n + 10)
    return len(p), p[-1], sum(p[::7]), max(p[:50]), sorted(p, key=lambda v: -v)[:3]
