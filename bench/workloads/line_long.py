"""The same number of instructions in few lines: one long expression."""

N = 380000


def run(n):
    a = 3
    for i in range(n):
        a = (a * 3 + i - 7 + (a & 15) - (i & 7) + a * 5 - i * 2 + (a | 1) - (i ^ 3) + a - i + 11) & 1023
    return a
