"""The dict of a type in C: __new__, then what stands for its slots, methods, members
and computed attributes, each in CPython's order."""
import builtins
import io
import operator
import types

LEFT_OUT = {"bytes", "bytearray", "set", "async_generator", "traceback"}
SOME = [vars(types)[name] for name in sorted(vars(types)) if isinstance(vars(types)[name], type)]
SITES = {"copyright", "credits", "exit", "help", "license", "quit"}
SOME += [getattr(builtins, name) for name in dir(builtins) if name not in SITES and isinstance(getattr(builtins, name), type)]
SOME += [io.StringIO, io.BytesIO, io.FileIO, io.TextIOWrapper]
SOME += [type(x) for x in (iter([]), iter(()), iter({}), iter(""), {}.values(), reversed([]), super(int, 1), iter(int, 1))]
for cls in dict.fromkeys(SOME):
    if cls.__name__ not in LEFT_OUT and not cls.__flags__ & 1 << 9:
        print(cls.__qualname__, *vars(cls))
