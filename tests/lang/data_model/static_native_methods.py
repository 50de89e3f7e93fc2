# A static method written in C has no self; its class is still told by its names.
import pickle

f = str.maketrans
print(f.__self__, f.__module__, f.__name__, f.__qualname__)
print(repr(f).split(" object")[0])
print(f.__reduce__(), pickle.loads(pickle.dumps(f)) is str.maketrans or pickle.loads(pickle.dumps(f)) == f)
print(f == str.maketrans, hash(f) == hash(str.maketrans), f == bytes.maketrans)
for wrong in (lambda: f(), lambda: f(x=1), lambda: bytes.maketrans(b"a"), lambda: "".maketrans(1, 2, 3, 4)):
    try:
        wrong()
    except TypeError as e:
        print(e)

# Messages about the arguments of natives name what was called, bound or not.
append, fromkeys, items = [].append, dict.fromkeys, {}.items
for wrong in (lambda: append(), lambda: append(x=1), lambda: list.append([], x=1), lambda: fromkeys(x=1),
              lambda: items(1), lambda: {}.items(1), lambda: dict.items({}, 1), lambda: len(), lambda: len(x=1),
              lambda: [].append(1, 2), lambda: append(*(1, 2)), lambda: append(*(), **{"a": 1})):
    try:
        wrong()
    except TypeError as e:
        print(e)
