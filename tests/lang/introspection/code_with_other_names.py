"""code.replace() of nothing but names: what the new code is, does, and shows."""
import sys


def outer(x):
    def inner(a, /, b, *rest, c=1, **more):
        nonlocal x
        try:
            x += a
            return sorted((a, b, c, x, *rest, *more))
        except TypeError:
            return [y for y in rest if y]
    return inner


def gen(n):
    for i in range(n):
        yield i


FIELDS = [name for name in dir(gen.__code__) if name.startswith("co_") and name not in ("co_lines", "co_positions")]
for f in outer, outer(1), gen, lambda: None:
    code = f.__code__
    for more in {"co_name": "other"}, {"co_filename": "<there>"}, {"co_qualname": "A.b"}, {"co_name": "é", "co_filename": "€.py", "co_qualname": ""}, {}:
        new = code.replace(**more)
        print(sorted(more), new is code, new == code, [n for n in FIELDS if getattr(new, n) != getattr(code, n)],
              list(new.co_positions()) == list(code.co_positions()), list(new.co_lines()) == list(code.co_lines()))
f = outer(10)
f.__code__ = f.__code__.replace(co_name="renamed").replace(co_filename="<r>", co_qualname="x.renamed")
print(f(1, 2, 3, c=4), f(1, 2), f("a", 2, 0, 5))
f = gen
f.__code__ = gen.__code__.replace(co_name="g2")
print(list(f(3)), f(1).gi_code.co_name, f.__name__)
for bad in {"co_name": 1}, {"co_filename": b"x"}, {"co_qualname": None}, {"co_name": "x", "co_filename": 2}:
    try:
        print(f.__code__.replace(**bad))
    except Exception as e:
        print(type(e).__name__, e)


class Name(str):
    pass


new = f.__code__.replace(co_name=Name("n"))
print(type(new.co_name).__name__, new.co_name)


def hook(event, args):
    if event == "code.__new__":
        print(event, args[1:])


sys.addaudithook(hook)
outer.__code__.replace(co_name="heard", co_filename="f")
outer.__code__.replace(co_name="heard", co_firstlineno=9)


def boom():
    raise ValueError


boom.__code__ = boom.__code__.replace(co_filename="<gone>", co_name="bang")
try:
    boom()
except ValueError as e:
    t = e.__traceback__.tb_next
    print(t.tb_frame.f_code.co_filename, t.tb_frame.f_code.co_name, t.tb_lineno - boom.__code__.co_firstlineno)
