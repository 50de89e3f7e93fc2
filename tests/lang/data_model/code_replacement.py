def f(): return 1
def g(): return 2
f.__code__ = g.__code__
print(f())
h = f.__code__.replace(co_name="other")
f.__code__ = h
print(f(), h.co_name)
def closure():
    x = 1
    return lambda: x
try:
    f.__code__ = closure().__code__
except ValueError as e:
    print(e)
