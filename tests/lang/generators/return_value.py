def g():
    yield 1
    return "result"
it = g()
print(list(it))
def h():
    r = yield from g()
    print("inner returned", r)
    return r * 2
it = h()
print(next(it))
try:
    next(it)
except StopIteration as e:
    print(e.value, e.args)
def t():
    return (1, 2)
    yield
try:
    next(t())
except StopIteration as e:
    print(e.value, e.args)
