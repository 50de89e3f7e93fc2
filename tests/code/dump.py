"""Prints what can be seen of the code objects of some files, one line each.

Run by minipy and by python3.11 alike; uses no module. Instructions differ between the
two, so of the positions only the sequence of lines is shown: what a line tracer sees
when it steps through the code.
"""
import sys

CODE = type((lambda: 0).__code__)


def constant(value):
    if isinstance(value, CODE):
        return "<code>"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(constant, value)) + ")"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(constant, value))) + "}"
    return ascii(value)


def lines(code):
    found = []
    for line, *_ in code.co_positions():
        if not found or found[-1] != line:
            found.append(line)
    return found


def show(code):
    print(
        "code",
        code.co_qualname,
        code.co_firstlineno,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        hex(code.co_flags),
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
        code.co_names,
        "; ".join(map(constant, code.co_consts)),
        lines(code),
    )
    for value in code.co_consts:
        if isinstance(value, CODE):
            show(value)


for name in sys.stdin.read().split("\n"):
    if not name:
        continue
    print("file", name)
    with open(name, "rb") as file:
        source = file.read()
    try:
        show(compile(source, name, "exec", dont_inherit=True))
    except (SyntaxError, ValueError) as e:
        print(type(e).__name__)
