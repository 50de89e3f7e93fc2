"""Programs that get hold of a class's dict itself and write into it: what is read next is what
it has, nothing that was freed; and once they let go of it, the class is remembered again."""
import gc


class Number:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other

    def __repr__(self):
        return f"N{self.n}"


class Base:
    count = Number(0)

    def method(self):
        return "method"


class Below(Base):
    def method(self):
        return super().method()


def read():
    return Base.count, Base().count, Below.count, Below().count, Below().method()


def fill():
    """What would lie where something was freed."""
    return [Number(-1) for _ in range(200)]


def warm():
    for i in range(60):
        Base.count = Number(i)
        read()


def by_referents():
    return gc.get_referents(Base.__dict__)[0]


def by_referrers():
    return [d for d in gc.get_referrers(Base.__dict__["method"]) if type(d) is dict and "__module__" in d][0]


def by_objects():
    return [d for d in gc.get_objects() if type(d) is dict and d.get("method") is Base.method][0]


class Asked:
    def __eq__(self, other):
        self.other = other
        return True

    def __ror__(self, other):
        self.other = other
        return "or"


def by_comparison():
    asked = Asked()
    assert Base.__dict__ == asked
    return asked.other


def by_union():
    asked = Asked()
    assert Base.__dict__ | asked == "or"
    return asked.other


def by_an_iterator():
    return [d for d in gc.get_referents(iter(Base.__dict__)) if type(d) is dict][0]


original = Base.method
for get in by_referents, by_referrers, by_objects, by_comparison, by_union, by_an_iterator:
    warm()
    print(get.__name__, read())
    d = get()
    for i in range(100, 103):
        d["count"] = Number(i)
        kept = fill()
        print(read())
    d["method"] = lambda self: "another"
    kept = fill()
    print(read())
    del d["count"]
    kept = fill()
    for ask in (lambda: Base.count), (lambda: Below().count):
        try:
            print(ask())
        except AttributeError as e:
            print(e)
    saved = dict(d)
    d.clear()
    kept = fill()
    try:
        print(Below().method())
    except AttributeError as e:
        print(e)
    d |= saved
    exec("count = Number(7); method = original", {"Number": Number, "original": original}, d)
    print(read())
    x = Number(1)
    x.__dict__ = d
    x.count = Number(8)
    kept = fill()
    print(read())
    del d, x, saved
    warm()
    print(read())

# A type of the interpreter's own: what had been found may be old, but is not freed.
d = gc.get_referents(str.__dict__)[0]


def shout(text):
    return text.shout()


for word in "one", "two", "three":
    d["shout"] = (lambda word: lambda self: f"{self} {word}!")(word)
    kept = fill()
    assert shout("a") in ("a one!", "a two!", "a three!")


class Text(str):
    def upper(self):
        return super().upper() + "?"


def upper(text):
    return text.upper()


for i in range(30):
    assert upper("a") == "A" and upper(Text("a")) == "A?"
was = d["upper"]
d["upper"] = lambda self: "other"
kept = fill()
assert upper("a") in ("A", "other") and upper(Text("a")) in ("A?", "other?")
d["upper"] = was
del d["shout"], was
kept = fill()
assert upper("a") == "A"

# Classes that the collector keeps for gc.garbage
gc.set_debug(gc.DEBUG_SAVEALL)


def make():
    class Lost:
        value = Number(1)

        def get(self):
            return self.value

    for i in range(50):
        Lost().get()


make()
gc.collect()
gc.set_debug(0)
lost = [c for c in gc.garbage if isinstance(c, type)][0]
for d in gc.garbage:
    if type(d) is dict and "value" in d:
        d["value"] = Number(2)
        kept = fill()
        print(lost().get())
gc.garbage.clear()
