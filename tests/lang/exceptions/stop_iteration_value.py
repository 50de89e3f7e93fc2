def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for args in ((), (1,), (1, 2), (None,), ((1, 2),)):
    e = StopIteration(*args)
    print(e.value, e.args, repr(e))
e.value = 5
print(e.value, e.args)
del e.value
print(e.value)


def gen(result):
    return result
    yield


for result in (None, 1, (1,), (1, 2), StopIteration(7), ValueError("v"), []):
    try:
        next(gen(result))
    except StopIteration as e:
        print(repr(e.value), repr(e.args))


def raiser():
    raise StopIteration(5)
    yield


show(next, raiser())
try:
    next(raiser())
except RuntimeError as e:
    print(repr(e.__cause__), e.__cause__ is e.__context__)
