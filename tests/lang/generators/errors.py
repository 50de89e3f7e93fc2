def g(): yield 1
it = g()
try:
    it.send(5)
except TypeError as e:
    print(e)
def reenter():
    yield next(me)
me = reenter()
try:
    next(me)
except ValueError as e:
    print(e)
def stop():
    raise StopIteration("inside")
    yield
try:
    next(stop())
except RuntimeError as e:
    print(e, repr(e.__cause__))
def ignore():
    try: yield
    except GeneratorExit: yield "ignored"
it = ignore()
next(it)
try:
    it.close()
except RuntimeError as e:
    print(e)
for text in ("it.throw(5)", "it.throw()", "it.throw(int)", "it.throw(ValueError, 'v', 5)"):
    it = g()
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
