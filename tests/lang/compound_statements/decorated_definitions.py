import functools
def twice(f):
    @functools.wraps(f)
    def wrapper(*a): return f(f(*a))
    return wrapper
@twice
def inc(x):
    "adds one"
    return x + 1
print(inc(5), inc.__name__, inc.__doc__, inc.__wrapped__(5))
def register(cls):
    cls.registered = True
    return cls
@register
class C: pass
print(C.registered)
