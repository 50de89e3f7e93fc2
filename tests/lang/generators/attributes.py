def g(a):
    b = 2
    yield a
    yield b
it = g(1)
print(it.__name__, it.__qualname__, it.gi_running, it.gi_yieldfrom, it.gi_code.co_name, it.gi_frame.f_locals, it.gi_frame.f_lineno)
next(it)
print(it.gi_frame.f_locals, it.gi_frame.f_lineno, it.gi_suspended)
list(it)
print(it.gi_frame, it.gi_suspended)
def outer(): yield from it2
it2 = g(5)
o = outer()
next(o)
print(o.gi_yieldfrom is it2)
it.__name__ = "renamed"
print(it.__name__, type(it).__name__, iter(it) is it)
