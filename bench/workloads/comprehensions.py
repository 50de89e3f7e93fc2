"""List, dict and set comprehensions, nested and filtered."""

N = 150


def run(n):
    total = 0
    for _ in range(n):
        matrix = [[i * j for j in range(30)] for i in range(30)]
        flat = [v for row in matrix for v in row if v % 3]
        table = {v: k for k, v in enumerate(flat)}
        total += len({v % 101 for v in flat}) + sum(table.values()) % 1000
    return total
