"""The line and carets of a SyntaxError come from its attributes; subclasses have one caret."""
import sys


def show(cls, *args):
    print(cls.__name__, args, file=sys.stderr)
    sys.excepthook(cls, cls(*args), None)


for cls in SyntaxError, IndentationError, TabError:
    for place in [("f", 2, 1, "pass\n", 2, 5), ("f", 2, 1, "    pass\n", 2, 5), ("f", 2, 5, "    pass\n", 2, 9),
                  ("f", 2, 0, "pass\n", 2, 5), ("f", 2, -1, "pass\n", 2, 5), ("f", 2, 3, "pass\n", 3, 2),
                  ("f", 2, 3, "pass\n", 2, 2), ("f", 2, 10, "pass\n", 2, 11), ("f", 2, 1, "x = a b\n", 2, 0),
                  ("f", 2, 4, "ab\ncde\n", 2, 7), ("f", 2, None, "abc", 2, 3), ("f", 2, 2, None, 2, 3),
                  ("f", 2, 2, "abc", None, None), ("f", None, 2, "abc", 2, 3), ("f", 2, 2, " \f\tabc\n\n", 2, 7),
                  (None, 2, 2, "\tx\t= a b", 2, 5), ("é", 1, 9, "éé = é é", 1, 20)]:
        show(cls, "m", place)
show(SyntaxError)
show(SyntaxError, "just")
show(SyntaxError, None, ("f", 1, 1, "x"))
show(SyntaxError, "", ("f", 1, 1, "x"))


class Located(Exception):
    print_file_and_line = None
    msg, filename, lineno, offset, text = "hello", None, True, 3, "  ab cd"


show(Located, "zz")
