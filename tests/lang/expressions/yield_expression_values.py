def g():
    x = yield 1
    print("got", x)
    y = (yield x * 2) or "nothing"
    print("y", y)
    return "done"
it = g()
print(next(it), it.send(10))
try:
    next(it)
except StopIteration as e:
    print(e.value)
