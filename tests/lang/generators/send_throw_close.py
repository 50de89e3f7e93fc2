def g():
    try:
        while True:
            try:
                x = yield
                print("received", x)
            except ValueError as e:
                print("caught", e)
                yield "after throw"
    finally:
        print("cleanup")
it = g()
next(it)
it.send(1)
print(it.throw(ValueError("v")))
print(next(it))
it.close()
it.close()
try:
    next(it)
except StopIteration as e:
    print("stopped", e.value)
try:
    it.throw(KeyError("late"))
except KeyError as e:
    print(repr(e))
