"""List, dict and set comprehensions, nested and filtered."""
import sys

n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
total = 0
for _ in range(20):
    matrix = [[i * j for j in range(n // 6)] for i in range(n // 6)]
    flat = [v for row in matrix for v in row if v % 3]
    table = {v: k for k, v in enumerate(flat)}
    total += len({v % 101 for v in flat}) + sum(table.values()) % 1000
print(total)
