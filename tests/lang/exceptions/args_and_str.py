for e in (Exception(), Exception("a"), Exception("a", 1), KeyError("k"), KeyError(), KeyError("a", "b"), ValueError(None), StopIteration(5), SystemExit(3), SystemExit(), UnicodeError("u"), OSError(2, "No such"), OSError(2, "m", "file"), OSError("one"), OSError(1, 2, 3, 4, 5)):
    print(repr(e), "|", str(e), "|", e.args)
e = Exception("x")
e.args = "yz"
print(repr(e), e.args)
e.attr = 5
print(e.__dict__)
try:
    e.args = 5
except TypeError as t:
    print(t)
