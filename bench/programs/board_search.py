"""Four in a row by alpha and beta, with a table of positions seen; then a board filled at random, captures by union."""
N = 42

WIDTH, HEIGHT = 6, 5
LINES = []
for x in range(WIDTH):
    for y in range(HEIGHT):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(x + i * dx, y + i * dy) for i in range(4)]
            if all(0 <= a < WIDTH and 0 <= b < HEIGHT for a, b in cells):
                LINES.append(sum(1 << (a * HEIGHT + b) for a, b in cells))
THROUGH = [[line for line in LINES if line >> cell & 1] for cell in range(WIDTH * HEIGHT)]


class Search:
    def __init__(self):
        self.seen, self.nodes = {}, 0

    def best(self, mine, other, heights, depth, alpha, beta):
        self.nodes += 1
        if depth == 0:
            return bin(mine).count("1") - bin(other).count("1")
        key = mine, other
        if key in self.seen:
            return self.seen[key]
        value = -100
        for column in (2, 3, 1, 4, 0, 5):
            row = heights[column]
            if row == HEIGHT:
                continue
            cell = column * HEIGHT + row
            after = mine | 1 << cell
            if any(after & line == line for line in THROUGH[cell]):
                value = 50 + depth
                break
            heights[column] += 1
            value = max(value, -self.best(other, after, heights, depth - 1, -beta, -alpha))
            heights[column] -= 1
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        self.seen[key] = value
        return value


class Square:
    __slots__ = ("place", "near", "color", "group", "free")

    def __init__(self, place):
        self.place, self.near, self.color, self.group, self.free = place, [], 0, self, 0

    def find(self):
        square = self
        while square.group is not square:
            square.group = square = square.group.group
        return square


class Board:
    SIZE = 9

    def __init__(self):
        size = self.SIZE
        self.squares = [Square(i) for i in range(size * size)]
        for square in self.squares:
            x, y = square.place % size, square.place // size
            square.near = [self.squares[b * size + a] for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                           if 0 <= a < size and 0 <= b < size]

    def play(self, square, color):
        square.color = color
        square.group = square
        for near in square.near:
            if near.color == color:
                near.find().group = square
        return self.liberties(square)

    def liberties(self, square):
        root, seen, free, todo = square.find(), {square.place}, set(), [square]
        while todo:
            for near in todo.pop().near:
                if near.color == 0:
                    free.add(near.place)
                elif near.place not in seen and near.find() is root:
                    seen.add(near.place)
                    todo.append(near)
        return len(free)


def random_game(seed):
    board, color, total = Board(), 1, 0
    empty = list(range(81))
    while len(empty) > 10:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        at = (seed >> 8) % len(empty)
        empty[at], empty[-1] = empty[-1], empty[at]
        total += board.play(board.squares[empty.pop()], color)
        color = 3 - color
    return total


def run(n):
    total = 0
    for i in range(n):
        search = Search()
        total += search.best(0, 0, [i % 2] + [0] * (WIDTH - 1), 5, -100, 100) + search.nodes + random_game(i)
    return total
