"""OrderedDict whose keys, tuples among them, fail to be hashed or compared at one of the look-ups of a method."""
import collections
import copy


class Key:
    left = 99

    def __hash__(self):
        Key.left -= 1
        if Key.left < 0:
            raise ZeroDivisionError("hash")
        return 1

    def __eq__(self, other):
        Key.left -= 1
        if Key.left < 0:
            raise ArithmeticError("eq")
        return self is other

    def __repr__(self):
        return "K"


class Own(collections.OrderedDict):
    pass


def said(call, *args):
    try:
        return call(*args)
    except Exception as error:
        return f"{type(error).__name__}{error.args} from {error.__context__!r}"


USES = {
    "items": lambda d, k: list(d.items()),
    "values": lambda d, k: list(d.values()),
    "reversed": lambda d, k: list(reversed(d.items())),
    "pop": lambda d, k: d.pop(k),
    "popitem": lambda d, k: d.popitem(),
    "move": lambda d, k: d.move_to_end(k),
    "copy": lambda d, k: d.copy(),
    "setdefault": lambda d, k: d.setdefault(k),
    "get": lambda d, k: d[k],
    "delete": lambda d, k: d.__delitem__(k),
    "equal": lambda d, k: d == collections.OrderedDict(d),
    "update": lambda d, k: d.update(d),
    "repr": lambda d, k: repr(d),
    "dict": lambda d, k: dict(d),
    "clear": lambda d, k: d.clear(),
    "keys": lambda d, k: list(d.keys() & {k}),
    "or": lambda d, k: d | d,
    "copied": lambda d, k: copy.copy(d),
    "fromkeys": lambda d, k: collections.OrderedDict.fromkeys(d),
    "set": lambda d, k: d.__setitem__(k, 5),
}
for cls in collections.OrderedDict, Own:
    for key in (Key(),), Key(), (Key(), Key()):
        for name, use in USES.items():
            for left in range(4):
                Key.left = 99
                d = cls({key: 1, 5: 2, (Key(),): 3})
                Key.left = left
                outcome = said(use, d, key)
                Key.left = 99
                print(cls.__name__, key, name, left, outcome, said(len, d))
