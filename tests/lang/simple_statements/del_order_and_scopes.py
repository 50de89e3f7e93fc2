class Trace:
    def __delitem__(self, key): print("item", key)
    def __delattr__(self, name): print("attr", name)


t = Trace()
def key(k):
    print("evaluate", k)
    return k


del t[key(1)], t.name, (t[key(2)], [t.other, t[1:2, ...]])
a = b = c = 1
del (a), [b, (c,)]
print("a" in globals())


def show(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


def unbound():
    x = 1
    del x
    del x
def unset():
    del y
    y = 1
def outer():
    z = 1
    def inner():
        return z
    del z
    inner()
def a_global():
    global never_there
    del never_there
def a_tuple():
    del (1, 2)[0]
def an_attribute():
    del (1).real
def after_comprehension():
    x = 1
    [x for x in range(3)]
    del x
    print("fine")
def empty():
    del (), []
    print("nothing to delete")


for f in unbound, unset, outer, a_global, a_tuple, an_attribute, after_comprehension, empty:
    show(f)
class C:
    x = 1
    del x
    show(lambda: x)
