"""Life on an endless plane: cells as a set of pairs, neighbours counted by a Counter."""
from collections import Counter

N = 110
GLIDERS = {(x + k, y + k) for k in range(0, 40, 8) for x, y in ((1, 0), (2, 1), (0, 2), (1, 2), (2, 2))}
PENTOMINO = {(60, 1), (61, 1), (59, 2), (60, 2), (60, 3)}
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def following(cells):
    near = Counter((x + dx, y + dy) for x, y in cells for dx, dy in AROUND)
    return {cell for cell, count in near.items() if count == 3 or count == 2 and cell in cells}


def run(n):
    cells, born, seen = GLIDERS | PENTOMINO, 0, set()
    for _ in range(n):
        after = following(cells)
        born += len(after - cells) * 3 + len(cells - after) + len(after & cells) + len(after ^ cells)
        seen |= after
        cells = after
    return born + len(seen) + sum(x * y for x, y in cells) + (cells <= seen) + cells.isdisjoint(PENTOMINO)
