"""code.replace() with parts that do not fit each other."""


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


def f(a, *b, c=1, **d):
    try:
        return [x + a for x in b]
    except E:
        return c


PARTS = dict(
    co_argcount=(-1, 0, 5, 2**31),
    co_kwonlyargcount=(-1, 3, 9),
    co_posonlyargcount=(-1, 1),
    co_nlocals=(0, 1, 99),
    co_stacksize=(0, -1, 2**30),
    co_flags=(0, 3, 0x20, -1, 0x80),
    co_code=(b"", b"x", bytes(2), bytes(100)),
    co_consts=((), (1,), [1]),
    co_names=((), (1,), ("a",) * 3),
    co_varnames=((), (1,), ("a",) * 9),
    co_freevars=(("a",), (1,)),
    co_cellvars=(("a",), ("a", "a")),
    co_exceptiontable=(b"", b"\xff" * 9),
    co_linetable=(b"", b"\xff" * 50, b"\x00" * 50),
    co_filename=(1, "x\0y"),
    co_name=(1, ""),
    co_qualname=(1,),
    co_firstlineno=(-1, 2**31 - 1),
)
for name, values in PARTS.items():
    for value in values:
        outcome = said(f.__code__.replace, **{name: value})
        print(name, len(value) if name == "co_code" else value, outcome if isinstance(outcome, str) else type(outcome).__name__)
