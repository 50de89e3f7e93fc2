"""Generators whose items go to functions in C: what those do meanwhile, and what may go wrong."""
import sys


class Adds:
    def __init__(self, what):
        self.what = what

    def __radd__(self, other):
        return self.what(other)


def tell(g):
    return f"running {g.gi_running}, suspended {g.gi_suspended}, frame {g.gi_frame is not None}"


def items(*values):
    try:
        for v in values:
            yield v
    finally:
        print("  left")


print("the generator sleeps while an item is added")
g = items(1, Adds(lambda total: print(" ", tell(g)) or total + 10), 2, 3)
print(sum(g), tell(g))

print("what is added takes an item")
g = items(1, Adds(lambda total: total + next(g)), 100, 5)
print(sum(g))

print("what is added closes it")
g = items(1, Adds(lambda total: g.close() or total), 100, 5)
print(sum(g))

print("what is added sums the rest")
g = items(1, Adds(lambda total: total + sum(g)), 100, 5)
print(sum(g))

print("what is added raises")
g = items(1, Adds(lambda total: 1 // 0), 100)
try:
    sum(g)
except ZeroDivisionError as e:
    print(e, tell(g))
print(next(g))
g.close()

print("the generator raises")


def raises():
    yield 1
    yield 2
    raise KeyError("x")


for f in sum, any, all, max, min, list, tuple, set, sorted, dict.fromkeys, frozenset, bytes, "".join:
    try:
        print(f.__name__, f(raises()))
    except (KeyError, TypeError) as e:
        print(f.__name__, repr(e), e.__traceback__.tb_lineno > 0)

print("it asks for itself")


def of_itself(f):
    yield 1
    yield f(g)


for f in sum, list, any, max, set:
    g = of_itself(f)
    try:
        print(f(g))
    except ValueError as e:
        print(f.__name__, e, tell(g))

print("StopIteration inside")


def stops():
    yield 0
    raise StopIteration("early")


for f in sum, list, any, min:
    try:
        f(stops())
    except RuntimeError as e:
        print(f.__name__, e, repr(e.__cause__))

print("a value is returned")


def returns():
    yield 3
    return 7


print(sum(returns()), list(returns()), max(returns()), any(returns()), set(returns()), tuple(returns()))

print("stopping early")
g = items(0, "", 5, 6)
print(any(g), tell(g), next(g))
g.close()
g = items(1, 0, 2)
print(all(g), list(g), list(g), sum(g), any(g), all(g))

print("sums")
big = 2 ** 62
print(sum(x for x in (big, big, -3)), sum(-x for x in (big, big, big)), sum(x for x in (1, 2.5, 3, True, 1e308, 1e308)))
print(sum((x for x in (1.5, 2)), 3), sum((x for x in ([1], [2])), []), sum((x for x in ()), 5), sum(x for x in (True, False, True)))
print(sum(x * 0.1 for x in range(10)), sum(x for x in (float("inf"), -float("inf"))))

print("extremes")
print(max(x for x in (3, 9, -2)), min(x for x in (3, 9, -2)), max(x for x in (1, 1.0, True)), max(x for x in (True, 1, 1.0)))
print(min((x for x in "hello"), key=ord), max((x for x in ()), default="none"), max(x for x in (2 ** 62, 2 ** 61, 2 ** 63)))
print(max(x for x in (0.0, -0.0)), min(x for x in (0, False)), max(-x for x in range(5)))

print("exceptions that are handled")


def handles():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError:
            yield i
            print("  still", repr(sys.exc_info()[1]))


class Looks:
    def __bool__(self):
        print("  in between", sys.exc_info()[1])
        return False


try:
    raise OSError("outer")
except OSError:
    print(any(Looks() for _ in handles()), sum(handles()), list(handles()), repr(sys.exc_info()[1]))

print("depth")


def deep(n):
    if n:
        yield sum(deep(n - 1)) + 1


print(sum(deep(50)))

print("frames and events")
seen = []


def trace(frame, event, arg):
    if frame.f_code.co_name in ("<genexpr>", "traced"):
        seen.append((frame.f_code.co_name, event, arg if event == "return" else None))
    return trace


def traced():
    return sum(x for x in (1, 2)), list(x for x in "ab"), any(x for x in (0, 3))


sys.settrace(trace)
traced()
sys.settrace(None)
for row in seen:
    print(*row)


class Turns:
    """Tracing begins and ends while an item is looked at."""
    def __init__(self, on):
        self.on = on

    def __bool__(self):
        sys.settrace(trace if self.on else None)
        return False


seen.clear()
any(x for x in (0, Turns(True), 0, 1 - 1, Turns(False), 0))
for row in seen:
    print(*row[:2])

print("who calls")


def callers():
    f = sys._getframe()
    names = []
    while f:
        names.append(f.f_code.co_name)
        f = f.f_back
    yield names[:-1]
    f = sys._getframe()
    yield f.f_back.f_code.co_name


def outer(f):
    return f(callers())


print(outer(list), outer(tuple))
g = items(*range(5))
print(list(zip(g, g)), sorted(x for x in (3, 1, 2)), [*(x for x in "xy")], "-".join(c for c in "abc"))
d = dict((c, i) for i, c in enumerate("abc"))
print(d, len(list(x for x in range(1000))), max(x for x in range(1000)))
