import sys

for args in (), (None,), (3,), (True,), ("text",), (1, 2), ([],), (-1,), (2.5,), ((1, 2),), ((),), \
        (ValueError(1),), (SystemExit(4),):
    try:
        sys.exit(*args)
    except SystemExit as e:
        print(repr(e), e.code, e.args)
    except TypeError as e:
        print(e)
    e = SystemExit(*args)
    print(repr(e), e.code)


class Own(SystemExit):
    code = 9


try:
    raise Own("ignored")
except SystemExit as e:
    print(repr(e), e.code)
raise Own("x")
