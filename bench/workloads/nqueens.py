"""Backtracking over sets and tuples: the queens problem."""

N = 110


def queens(n, row=0, columns=frozenset(), left=frozenset(), right=frozenset()):
    if row == n:
        return 1
    count = 0
    for c in range(n):
        if c not in columns and row + c not in left and row - c not in right:
            count += queens(n, row + 1, columns | {c}, left | {row + c}, right | {row - c})
    return count


def run(n):
    return [queens(6) for _ in range(n)]
