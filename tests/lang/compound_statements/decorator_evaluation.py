def log(name):
    print("evaluate", name)
    def decorator(target):
        print("apply", name, "to", getattr(target, "__name__", target))
        return target
    return decorator


@log("outer")
@log("inner")
def f(a=print("default"), *, b: print("annotation") = print("keyword default")) -> print("result"):
    pass


@(lambda c: print("class body ran", c.__name__) or c)
class C(*[print("base")][:0], metaclass=[type, print("metaclass")][0]):
    print("body")
    @staticmethod
    @log("in class")
    def method(): pass


@[log][0]("subscript")
@log("walrus") if True else None
def g(): pass
@(name := log("named"))
def h(): pass
@str
def text(): pass
print(text[:14], name.__name__)
@lambda x: 5
def five(): pass
print(five)
for source in "@3\ndef x(): pass", "@None\nclass X: pass", "@no_such\ndef x(): pass", "@print\ndef x(): pass\nprint(x)"[:0] or "@(1/0)\ndef x(): pass":
    try:
        exec(source)
    except Exception as e:
        print(type(e).__name__, e)
try:
    @log("fails")
    @(lambda x: 1 / 0)
    def again(): pass
except ZeroDivisionError:
    print("again" in globals())
