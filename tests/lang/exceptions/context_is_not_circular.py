try:
    try:
        raise ValueError("a")
    except ValueError as a:
        try:
            raise KeyError("b")
        except KeyError as b:
            raise a
except ValueError as e:
    print(repr(e), repr(e.__context__), repr(e.__context__.__context__))
e = ValueError()
try:
    e.__cause__ = 5
except TypeError as t:
    print(t)
e.__cause__ = KeyError()
print(e.__suppress_context__)
