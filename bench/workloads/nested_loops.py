"""Three loops in each other."""

N = 7800


def run(n):
    total = 0
    for i in range(n):
        for j in range(10):
            for k in range(10):
                total += i ^ j ^ k
    return total
