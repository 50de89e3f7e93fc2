"""Listeners come and go where that is hard: in loops, callees, generators, handlers, operators.

A change is noticed where the next function is entered: hence on() and off(), which enter one.
"""


def noticed():
    pass


def on(events):
    arm(events)
    noticed()


def off():
    disarm()
    noticed()


def loop_that_runs_already(events):
    total = 0
    for i in range(9):
        if i == 3: on(events)
        total += i if i % 2 else 1
        if i == 6:
            off()
    while total: total -= 1
    return total


def callee(events):
    on(events)
    return 1


def caller(events):
    value = [callee(events), 2,
             3]
    value.append(4); value.append(5)
    for x in value: value = x
    return value


def numbers(n):
    for i in range(n):
        got = yield i
        if got:
            yield got
    yield from (i * i
                for i in range(2))


def generators_of_before(events):
    early = numbers(4)
    next(early)
    on(events)
    out = [early.send(7), *early]
    late = numbers(2)
    for x in late:
        out.append(x)
        if x == 1: off()
    on(events)
    third = numbers(3)
    next(third)
    off()
    out += third
    return out


def thrown_into(events):
    def waits():
        try:
            yield 1
        except ValueError:
            yield 2
        finally:
            x = 3
    g = waits()
    next(g)
    on(events)
    g.throw(ValueError)
    g.close()


class Number:
    def __init__(self, events):
        self.events = events

    def __add__(self, other):
        arm(self.events)
        return self

    def __lt__(self, other):
        off()
        return False

    @property
    def half(self):
        return self


def operators(events):
    n = Number(events)
    for i in range(3):
        n = n + i
        n = n.half.half
        if n < i: break
        m = [j for j in range(i)
             if j]
    return n


def leaves(depth):
    if depth == 0:
        raise KeyError(depth)
    try:
        leaves(depth - 1)
    finally:
        depth = 0


def exceptions(events):
    for i in range(4):
        try:
            if i == 1: on(events)
            leaves(i)
        except KeyError as e:
            if i == 3:
                continue
            pass
        else: i = 0


def recursion(n, events):
    if n == 2 and events:
        on(events)
    if n:
        return recursion(n - 1, events) + recursion(n - 1, "")
    return 1


def specialised():
    class Point:
        def __init__(self, x): self.x = x
        def move(self): self.x += 1; return self
    points = [Point(i) for i in range(20)]
    total = 0
    for p in points:
        total += p.move().x + len(points)
        if total < 50: total += 1
        while total > 1000: total -= 100
    return total


def looks_at_code(events):
    code = looks_at_code.__code__
    before = code.co_code, list(code.co_lines())
    on(events)
    x = 1
    after = code.co_code, list(code.co_lines())
    same = code.replace() == code
    off()
    print(before == after, same, hash(code) == hash(code.replace()))


specialised()
for events in "c", "l", "cl":
    for program in (loop_that_runs_already, caller, generators_of_before, thrown_into, operators, exceptions,
                    looks_at_code, lambda e: recursion(4, e)):
        print(program.__name__, events)
        program(events)
        off()
    on(events)
    specialised()
    specialised()
    off()
    specialised()
    on(events)
    specialised()
    off()
