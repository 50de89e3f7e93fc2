"""Methods of instances that keep a dict of their own, at sites that have seen them often: what the dict gets hides the class's."""
import functools
import math
import types


class Plain:
    def name(self):
        return "class"


class Other:
    def name(self):
        return "other"


def ask(o):
    return o.name()


def often(o, times=40):
    return sorted({ask(o) for _ in range(times)})


o = Plain()
vars(o)["x"] = 1
print(often(o))
o.__dict__["name"] = lambda: "own"
print(often(o))
del o.__dict__["name"]
print(often(o))
Plain.name = lambda self: "changed"
print(often(o))
o.__dict__.clear()
print(often(o))
o.__dict__ = {"name": lambda: "another dict"}
print(often(o))
o.__dict__ = {}
print(often(o))


class Key:
    """A key that runs code when it is compared."""

    def __init__(self):
        self.count = 0

    def __hash__(self):
        return hash("name")

    def __eq__(self, other):
        self.count += 1
        return other == "name" and self.count > 5


key = Key()
o.__dict__[key] = lambda: "by a key that says so"
print([ask(o) for _ in range(8)], key.count > 5)

# many instances, each with its dict; a module in between, whose keys have numbers, too
many = [Plain() for _ in range(6)]
for i, each in enumerate(many):
    each.__dict__["a%d" % i] = i
many[3].__dict__["name"] = lambda: "fourth"
module = types.ModuleType("module")
module.name = lambda: "module"
many.insert(2, module)
other = Other()
other.__dict__["z"] = 1
many.append(other)
for turn in range(12):
    said = [ask(each) for each in many]
print(said)
del module.name
module.name = lambda: "module again"
print([ask(each) for each in many])
for _ in range(30):
    ask(module)
print(ask(many[0]), ask(module), ask(other))


@functools.lru_cache
def cached(x):
    return x


def clear():
    cached.cache_clear()
    return cached.cache_info()


for i in range(30):
    cached(i), clear()
print(cached(1), clear())
cached.cache_clear = lambda: print("hidden")
print(cached(1), clear())
del cached.cache_clear
print(clear())
try:
    for f in [cached] * 20 + [math.sqrt]:
        f.cache_clear()
except AttributeError as error:
    print(error)


class Eq:
    def __eq__(self, other):
        print("asked")
        return NotImplemented


# == of what goes by identity, and of what does not
a, b = object(), object()
print(a == a, a == b, a != a, a != b, a == Plain(), Plain() == a, a == Eq(), Eq() != a, 5 == a, a == None)
