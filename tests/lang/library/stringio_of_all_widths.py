"""StringIO with characters of one, two and four bytes, wider ones later: writes, gaps, lines, cuts, states."""
import io
import random

TEXTS = ["", "a", "abc\n", "x\r\ny", "\xe4\n", "\u20ac\r", "\U0001f600\n", "long line of text " * 5 + "\n", "\r", "\xff" * 40, "\u4e2d" * 50, "\0b"]


def step(chance, stream, newline):
    kind = chance.randrange(13)
    if kind < 4:
        return stream.write(chance.choice(TEXTS))
    if kind == 4:
        return stream.seek(chance.randrange(60))
    if kind == 5:
        return stream.read(chance.randrange(-1, 9))
    if kind == 6:
        return stream.readline()
    if kind == 7:
        return stream.getvalue()
    if kind == 8:
        return stream.truncate(chance.choice([None, 0, 3, 40]))
    if kind == 9:
        return stream.tell(), stream.newlines
    if kind == 10:
        return next(stream, None)
    if kind == 11:
        return stream.__init__(chance.choice(TEXTS), newline)
    state = stream.__getstate__()
    return stream.__setstate__(state), state


for seed in range(80):
    chance = random.Random(seed)
    newline = chance.choice(["\n", "", None, "\r", "\r\n"])
    stream = io.StringIO(chance.choice(TEXTS), newline)
    said = [step(chance, stream, newline) for _ in range(20)]
    print(seed, ascii(said[-6:]), ascii(stream.getvalue()))
