"""Exceptions that begin, are handled, and leave frames."""


def fail():
    raise ValueError("x")


def through():
    fail()


def cleans():
    try:
        through()
    finally:
        pass


def handles():
    try:
        cleans()
    except ValueError:
        return 1


def again():
    try:
        fail()
    except ValueError:
        raise


def other():
    try:
        fail()
    except ValueError as error:
        raise KeyError("y") from error


def in_c():
    return int("no number")


def generate():
    try:
        yield 1
    except RuntimeError:
        yield 2
    raise OSError("z")


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return True


handles()
for function in (again, other, in_c):
    try:
        function()
    except Exception:
        pass
with Manager():
    fail()
made = generate()
next(made)
made.throw(RuntimeError("t"))
try:
    next(made)
except OSError:
    pass
try:
    {}["missing"]
except (TypeError, KeyError):
    pass
try:
    unknown
except NameError as caught:
    kept = caught
try:
    raise kept
except NameError:
    pass
for _ in iter([1]):
    pass
list(map(in_c.__class__, ()))
