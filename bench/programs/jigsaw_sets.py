"""Five-square pieces that fill a board: placements as frozensets, the next free square first."""
import itertools

N = 4
WIDTH, HEIGHT = 5, 6
PIECES = ("....x xxxx.", "xx... .xxx.", "x.x.. xxx..", "xxx.. xx...", "xxxxx", "x.... x.... xxx..")


def cells(text):
    return frozenset((x, y) for y, row in enumerate(text.split()) for x, mark in enumerate(row) if mark == "x")


def turned(piece):
    return frozenset((-y, x) for x, y in piece)


def flipped(piece):
    return frozenset((-x, y) for x, y in piece)


def at_origin(piece):
    left, top = min(x for x, _ in piece), min(y for _, y in piece)
    return frozenset((x - left, y - top) for x, y in piece)


def orientations(piece):
    found = set()
    for _ in range(4):
        piece = turned(piece)
        found |= {at_origin(piece), at_origin(flipped(piece))}
    return found


def placements():
    """{square: [the placements of each piece whose first square it is]}"""
    table = {y * WIDTH + x: [[] for _ in PIECES] for y in range(HEIGHT) for x in range(WIDTH)}
    for number, piece in enumerate(PIECES):
        for shape in orientations(cells(piece)):
            for dx, dy in itertools.product(range(WIDTH), range(HEIGHT)):
                if all(x + dx < WIDTH and y + dy < HEIGHT for x, y in shape):
                    place = frozenset((y + dy) * WIDTH + x + dx for x, y in shape)
                    table[min(place)][number].append(place)
    return table


def fill(table, free, left, so_far, solutions):
    first = min(free)
    for number in left:
        for place in table[first][number]:
            if place <= free:
                rest = free - place
                if not rest:
                    solutions.append(tuple(so_far + [sorted(place)]))
                elif len(left) > 1:
                    fill(table, rest, left - {number}, so_far + [sorted(place)], solutions)


def run(n):
    total = 0
    for _ in range(n):
        table, solutions = placements(), []
        fill(table, frozenset(range(WIDTH * HEIGHT)), frozenset(range(len(PIECES))), [], solutions)
        total += len(solutions) * 1000 + sum(sum(map(sum, s)) for s in solutions) + sum(len(p) for q in table.values() for p in q)
    return total
