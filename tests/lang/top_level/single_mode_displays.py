import builtins
import sys

exec(compile("1 + 1", "f", "single"))
exec(compile("None", "f", "single"))
exec(compile("x = 5; x; 'text'; x", "f", "single"))
print(builtins._)
exec(compile("for i in range(3): i * i\n", "f", "single"))
exec(compile("if 1:\n  'in a block'\n  [1,\n2]\n", "f", "single"))
exec(compile("def f(): 'not shown'\n", "f", "single"))
sys.displayhook = lambda value: print("hook", repr(value))
exec(compile("None; 3", "f", "single"))
sys.displayhook = sys.__displayhook__
try:
    exec(compile("1\n2\n", "f", "single"))
except SyntaxError as e:
    print(e.msg, e.lineno, e.offset)


class Odd:
    def __repr__(self):
        raise ValueError("repr")


try:
    exec(compile("odd", "f", "single"), {"odd": Odd()})
except ValueError as e:
    print(e, builtins._)
del sys.displayhook
try:
    exec(compile("1", "f", "single"))
except RuntimeError as e:
    print(e)
