"""Closures and tables: queens on a board, by going back."""

N = 10


def run(n):
    columns, up, down = [False] * n, [False] * (2 * n), [False] * (2 * n)

    def place(row):
        if row == n:
            return 1
        found = 0
        for c in range(n):
            if not columns[c] and not up[row + c] and not down[row - c + n]:
                columns[c] = up[row + c] = down[row - c + n] = True
                found += place(row + 1)
                columns[c] = up[row + c] = down[row - c + n] = False
        return found

    return place(0)
