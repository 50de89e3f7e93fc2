"""Lists: primes by crossing out."""

N = 400000


def run(n):
    prime = [True] * (n + 1)
    count = 0
    for i in range(2, n + 1):
        if prime[i]:
            count += 1
            for k in range(i * i, n + 1, i):
                prime[k] = False
    return count
