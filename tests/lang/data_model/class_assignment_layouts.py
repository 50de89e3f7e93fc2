"""Which classes may take each other's instances, and which may be each other's bases: every pair of classes that differ
in their __slots__, over several native types. A letter for each refusal; the messages follow."""


def make_class(base, slots):
    return type("K", (base,), {} if slots is None else {"__slots__": slots})


def attempt(change, kinds):
    try:
        change()
        return "."
    except TypeError as e:
        return kinds.setdefault(str(e), chr(65 + len(kinds)))


def assign_class(c, other, base):
    o = c("o", (), {}) if base is type else c("o") if base is module else c()
    o.__class__ = other


def assign_bases(base, slots, other):
    make_class(base, slots).__bases__ = (other,)


SLOTS = [None, (), ("__dict__",), ("__weakref__",), ("__dict__", "__weakref__"), ("x",), ("x", "__dict__"),
         ("x", "__weakref__"), ("x", "__dict__", "__weakref__"), ("y",), ("x", "y")]
module = type(__builtins__)


def classes_over(base):
    made = []
    for slots in SLOTS * 2 if base is object else SLOTS[:7]:
        try:
            made.append((slots, make_class(base, slots)))
        except TypeError as e:
            print(base.__name__, slots, e)
    for slots, c in made[:11:2]:
        for more in SLOTS[:6]:
            try:
                made.append(((slots, more), make_class(c, more)))
            except TypeError:
                pass
    return made


for base in (object, list, dict, set, Exception, ValueError, OSError, tuple, int, float, str, bytes, type, module):
    made, of_class, of_bases = classes_over(base), {}, {}
    print(base.__name__)
    for slots, c in made:
        print("".join(attempt(lambda: assign_class(c, other, base), of_class) for _, other in made), slots)
        if base in (object, list, Exception, tuple):
            print("".join(attempt(lambda: assign_bases(c, None, other), of_bases) for _, other in made))
    print(of_class, of_bases)

print("over native types")
natives = [object, int, tuple, bytes, str, list, dict, float, set, frozenset, Exception, ValueError, OSError, module, type,
           complex, bytearray, property]
bases = natives + [make_class(n, None) for n in natives] + [make_class(n, ()) for n in natives]
kinds = {}
for a in bases:
    print(a.__base__.__name__ if a.__name__ == "K" else a.__name__, a.__name__,
          "".join(attempt(lambda: assign_bases(a, (), b), kinds) for b in bases))
print(*kinds, sep="\n")
