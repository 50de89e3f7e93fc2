"""Exceptions that pass through several frames, with else, finally, chaining, groups."""


class Oops(Exception):
    def __init__(self, depth):
        super().__init__(depth)
        self.depth = depth


def dig(depth):
    if depth == 0:
        raise Oops(depth)
    dig(depth - 1)
    print("never")


def careful(depth):
    try:
        dig(depth)
    except KeyError:
        print("no")
    except (Oops, ValueError) as error:
        return error.depth
    else:
        print("no")
    finally:
        print("finally")


def chained():
    try:
        try:
            {}["missing"]
        except KeyError as error:
            raise ValueError("bad") from error
    except ValueError as error:
        print(type(error.__cause__).__name__)


def returns_in_finally():
    for i in range(3):
        try:
            continue
        finally:
            if i == 1:
                return i


def reraise():
    try:
        dig(1)
    except Oops:
        raise


def native():
    try:
        int("x")
    except ValueError:
        pass
    try:
        sorted([1, "a"])
    except TypeError:
        pass
    try:
        (lambda: 1 / 0)()
    except ZeroDivisionError:
        pass


def groups():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as group:
        print(len(group.exceptions))
    except* TypeError:
        print("type")


def nothing():
    try:
        pass
    except Exception:
        pass
    else:
        print("else")


print(careful(3))
chained()
print(returns_in_finally())
try:
    reraise()
except Oops as error:
    print("again", error.depth)
native()
groups()
nothing()
assert True, "never made"
try:
    assert not True, (
        "made"
    )
except AssertionError:
    pass
