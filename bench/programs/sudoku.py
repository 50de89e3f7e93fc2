"""Sudokus solved by constraints handed on, sets of digits in dicts, and search."""
import itertools

N = 7
DIGITS, ROWS = "123456789", "ABCDEFGHI"
SQUARES = [r + c for r in ROWS for c in DIGITS]
UNITS = ([[r + c for r in ROWS] for c in DIGITS] + [[r + c for c in DIGITS] for r in ROWS] +
         [[r + c for r in rows for c in columns] for rows in ("ABC", "DEF", "GHI") for columns in ("123", "456", "789")])
OF = {s: [unit for unit in UNITS if s in unit] for s in SQUARES}
PEERS = {s: set(itertools.chain(*OF[s])) - {s} for s in SQUARES}
PUZZLES = ("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
           "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
           "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....")


def assign(values, square, digit):
    return values if all(drop(values, square, d) for d in values[square].replace(digit, "")) else None


def drop(values, square, digit):
    if digit not in values[square]:
        return values
    values[square] = left = values[square].replace(digit, "")
    if not left or len(left) == 1 and not all(drop(values, peer, left) for peer in PEERS[square]):
        return None
    for unit in OF[square]:
        places = [s for s in unit if digit in values[s]]
        if not places or len(places) == 1 and assign(values, places[0], digit) is None:
            return None
    return values


def search(values):
    if values is None or all(len(digits) == 1 for digits in values.values()):
        return values
    _, square = min((len(digits), s) for s, digits in values.items() if len(digits) > 1)
    for digit in values[square]:
        if found := search(assign(values.copy(), square, digit)):
            return found
    return None


def solve(puzzle):
    values = dict.fromkeys(SQUARES, DIGITS)
    for square, digit in zip(SQUARES, puzzle):
        if digit in DIGITS and assign(values, square, digit) is None:
            return None
    return search(values)


def run(n):
    return sum(int("".join(solve(PUZZLES[i % 2]).values())[:9]) for i in range(n))
