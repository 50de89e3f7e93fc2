# What a class has under a name dies while it is replaced, and asks for it on the way: the look-ups that
# remember it must have let go by then. (CPython crashes on __abstractmethods__ and __annotations__.)
class Inner:
    def __init__(self, f): self.f = f
    def __del__(self): self.f()


class Value:
    def __init__(self, f): self.inner = Inner(f)
    def __iter__(self): return iter(())
    def __bool__(self): return False


class C: pass


c = C()
def abstract(): return c.__abstractmethods__
def annotations(): return c.__annotations__
def doc(): return c.__doc__
def module(): return c.__module__
def plain(): return c.plain
def of_class(): return C.plain


for site in abstract, annotations, doc, module, plain, of_class:
    name = {"abstract": "__abstractmethods__", "plain": "plain", "of_class": "plain"}.get(site.__name__)
    name = name or "__" + site.__name__ + "__"

    def look():
        try:
            print("found a", type(site()).__name__)
        except AttributeError as e:
            print("found none:", e)
    setattr(C, name, Value(look))
    for i in range(30):
        site()
    setattr(C, name, ())
    look()
    setattr(C, name, Value(look))
    for i in range(30):
        site()
    try:
        delattr(C, name)
    except TypeError as e:
        print(e)
        setattr(C, name, 1)
    look()
