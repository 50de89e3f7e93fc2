"""Loops over pairs that are unpacked at once: enumerate, zip, the items of a dict; and sites that see something else later."""
import sys
import weakref

WARM = 40


def pairs(iterable):
    seen = []
    for a, b in iterable:
        seen.append((a, b))
    return seen


class Enumerated(enumerate):
    def __next__(self):
        return "own", super().__next__()


class Zipped(zip):
    def __next__(self):
        return super().__next__()[::-1]


class Pairs:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration("used up")
        return [self.n, -self.n]


def generated(n):
    for i in range(n):
        yield i, i * i


KINDS = {
    "enumerate": lambda: enumerate("abc", 10),
    "zip": lambda: zip([1, 2, 3], "abcd"),
    "zip of lists": lambda: zip([1, 2, 3], [4, 5]),
    "strict": lambda: zip([1, 2], [3, 4], strict=True),
    "items": lambda: {1: 2, "a": "b"}.items(),
    "reversed items": lambda: reversed({1: 2, "a": "b"}.items()),
    "list": lambda: [(1, 2), "ab", [3, 4]],
    "own enumerate": lambda: Enumerated("ab"),
    "own zip": lambda: Zipped("ab", "cd"),
    "class": lambda: Pairs(2),
    "generator": lambda: generated(2),
    "map": lambda: map(divmod, (7, 8), (2, 3)),
    "big": lambda: enumerate("ab", 2 ** 62 - 1),
    "nothing": lambda: zip(),
}
for name, make in KINDS.items():
    for other, make_other in KINDS.items():
        site = type(pairs)(pairs.__code__.replace(), globals())
        for _ in range(WARM):
            first = site(make())
        second = [site(make_other()) for _ in range(30)][-1]
        third = site(make())
        if first != third:
            print("differ", name, other, first, third)
        if name == other:
            print(name, first)
        elif second != pairs(make_other()):
            print("second differs", name, other)


def outcome(make):
    for _ in range(WARM):
        pairs(enumerate("ab"))
    try:
        return pairs(make())
    except Exception as e:
        line = e.__traceback__
        lines = []
        while line:
            lines.append(line.tb_frame.f_code.co_name)
            line = line.tb_next
        return type(e).__name__, str(e), lines


class Failing:
    def __init__(self, exception):
        self.exception = exception

    def __iter__(self):
        return self

    def __next__(self):
        raise self.exception


print(outcome(lambda: zip([1, 2, 3])))
print(outcome(lambda: zip([1], [2], [3])))
print(outcome(lambda: zip([1, 2], [3], strict=True)))
print(outcome(lambda: zip([1], [3, 4], strict=True)))
print(outcome(lambda: zip([1, 2], Failing(KeyError("k")))))
print(outcome(lambda: enumerate(Failing(ValueError("v")))))
print(outcome(lambda: enumerate(Failing(StopIteration("s")))))
print(outcome(lambda: 5))
print(outcome(lambda: [1, 2]))
growing = {1: 2, 3: 4}


def grow(d):
    for k, v in d.items():
        d[k + 10] = v


try:
    for n in range(WARM):
        pairs(growing.items())
    grow(growing)
except RuntimeError as e:
    print(e, len(growing))


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)


def noisy(n):
    for i in range(n):
        yield Noisy(i)


# What an iterator gave lives until it gives the next, also if the loop has dropped it.
for _ in range(WARM):
    pairs(enumerate("ab"))
for i, x in enumerate(noisy(3)):
    i = x = None
    print("dropped")
for x, y in zip(noisy(2), "ab"):
    x = None
    print("dropped", y)
print("ended")


def kept(iterator):
    """Who holds the iterator's own tuple has it for himself."""
    found = []
    for pair in iterator:
        found.append(pair)
        for a, b in iterator:
            found.append((a, b))
            break
    return found


for _ in range(WARM):
    found = kept(enumerate("abcdef"))
print(found)
print(kept(zip("abcdef", "uvwxyz")), kept(iter({i: -i for i in range(5)}.items())))


def nested():
    out = []
    it = enumerate("abcdefgh")
    for a, b in it:
        for c, d in it:
            out.append((a, b, c, d))
            if c % 3 == 0:
                break
    return out


for _ in range(WARM):
    out = nested()
print(out)


def swapped(d):
    """The same names, other targets: stored in attributes, items, one name twice."""
    class Box:
        pass
    box, l = Box(), [0, 0]
    for box.x, l[1] in d.items():
        pass
    for k, k in d.items():
        pass
    for (a, b), c in zip(d.items(), d):
        pass
    return box.x, l, k, a, b, c


for _ in range(WARM):
    r = swapped({1: 2, 3: 4})
print(r)


def comprehended(d):
    return [a + b for a, b in zip(d, d.values())], {b: a for a, b in d.items()}, {i for i, _ in enumerate(d)}, \
        list((b, a) for a, b in d.items())


for _ in range(WARM):
    r = comprehended({1: 2, 3: 4})
print(r)

# Events are the same where the loop is traced midway.
events = []


def tracer(frame, event, arg):
    if frame.f_code is pairs.__code__:
        events.append((event, frame.f_lineno - frame.f_code.co_firstlineno, type(arg).__name__))
        return tracer


def switching(iterable):
    for a, b in iterable:
        if a == 2:
            sys.settrace(tracer)
            pairs(iterable)
    sys.settrace(None)


for make in (lambda: enumerate("abcdef"), lambda: zip(range(5), range(5)), lambda: iter(dict(enumerate("abcde")).items())):
    for _ in range(WARM):
        pairs(make())
    switching(make())
    print(len(events), events[:4], events[-3:])
    events.clear()


class Weak:
    pass


def references():
    o = Weak()
    r = weakref.ref(o)
    for i, x in enumerate([o]):
        del o
        counted = sys.getrefcount(x)
    return r() is x, counted


for _ in range(WARM):
    r = references()
print(r)


def resumed(d):
    """In a generator, which is left between a pair and the next."""
    for k, v in d.items():
        yield k
        yield v


for _ in range(WARM):
    l = list(resumed({1: 2, 3: 4}))
print(l)
g = resumed({1: 2, 3: 4})
print(next(g), g.close(), list(g))
