def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


# An __init__ that fails leaves an empty error behind.
for error in (UnicodeEncodeError("utf-8", "abc", 0, 1, "why"),
              UnicodeDecodeError("utf-8", b"abc", 0, 1, "why"),
              UnicodeTranslateError("abc", 0, 1, "why")):
    print(str(error), error.args)
    show(error.__init__, 1)
    print(repr(str(error)), error.args)
    show(getattr, error, "object")
    show(getattr, error, "reason")
    if not isinstance(error, UnicodeTranslateError):
        show(getattr, error, "encoding")

e = UnicodeEncodeError("utf-8", "abc", 0, 1, "why")
e.__init__("ascii", "xyz", 1, 3, "because")
print(e, e.encoding, e.object, e.start, e.end, e.reason)
show(e.__init__, "ascii", b"xyz", 1, 3, "because")
show(e.__init__, "ascii", "xyz", 1, 3, 4)
show(e.__init__, "ascii", "xyz", "1", 3, 4)
show(UnicodeDecodeError, "ascii", "xyz", 1, 3, "x")
show(UnicodeDecodeError, "ascii", bytearray(b"xyz"), 1, 2, "x")
show(UnicodeTranslateError, "a", 1, 2)


class Meddler:
    def __init__(self, error):
        self.error = error

    def __str__(self):
        self.error.object = "changed"
        del self.error.encoding
        return "meddled"


e = UnicodeEncodeError("utf-8", "abc", 0, 1, "why")
e.reason = Meddler(e)
print(e)
del e.reason
print(e, e.reason)
show(setattr, e, "start", "1")
show(setattr, e, "start", 2 ** 70)
show(delattr, e, "start")
e.start, e.end = -5, 2 ** 40
print(e)
e.object = 5
print(e)
del e.object
print(str(e) == "")
