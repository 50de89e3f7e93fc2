"""A dict of strs that gets another key has its table made anew; whatever is done in
between, also by a key's __eq__, the order, the results and the sizes are CPython's."""
import collections
import random
import sys
import zlib

chance = random.Random(12)
NAMES = [f"k{i}" for i in range(12)] + ["a", "b", "c"]
watched = None


class Text(str):
    __slots__ = ()


class Odd:
    """Equal to a str; now and then it changes the dict in which it is compared."""

    def __init__(self, text):
        self.text = text
        self.compared = 0

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        self.compared += 1
        if self.compared % 7 == 0 and watched is not None:
            name = chance.choice(NAMES)
            if chance.random() < 0.5:
                watched[name] = self.compared
            else:
                watched.pop(name, None)
        return (other.text if isinstance(other, Odd) else other) == self.text

    def __repr__(self):
        return f"Odd({self.text!r})"


def key(mixed):
    name = chance.choice(NAMES)
    if chance.random() < mixed:
        return chance.choice([chance.randrange(12), float(chance.randrange(6)), Text(name), Odd(name),
                              (chance.randrange(3), "a"), None, True, b"a", 2**70, hash(name) % 97])
    return name if chance.random() < 0.5 else "".join(list(name))


def start():
    how = chance.randrange(9)
    if how < 4:
        return [dict, dict, collections.OrderedDict, collections.Counter][how]()
    return [lambda: {"a": 1, "b": 2, "c": 3}, lambda: {"a": 1, 2: 2}, lambda: {2: 2, "a": 1},
            lambda: {"a": 1, "b": 2, "c": 3, "k1": 4}, lambda: dict.fromkeys(NAMES[:4])][how - 4]()


def change(d, mixed):
    how = chance.randrange(16)
    if how < 5:
        d[key(mixed)] = chance.randrange(100)
    elif how < 7:
        return d.pop(key(mixed), "no")
    elif how == 7:
        del d[key(mixed)]
    elif how == 8:
        return d.get(key(mixed), "-")
    elif how == 9:
        return key(mixed) in d
    elif how == 10:
        return d.setdefault(key(mixed), 5)
    elif how == 11:
        return d.popitem()
    elif how == 12:
        d.update({key(mixed): 1 for _ in range(chance.randrange(8))})
    elif how == 13:
        copy = d.copy()
        return copy == d
    elif how == 14 and chance.random() < 0.2:
        d.clear()
    else:
        return list(reversed(d))[:2] + list(d)[:1]


for turn in range(90):
    mixed = chance.choice([0, 0, 0.02, 0.3])
    d = start()
    watched = d if type(d) is dict else None
    said = []
    for _ in range(chance.choice([3, 8, 30, 60])):
        try:
            said.append(change(d, mixed))
        except (KeyError, RuntimeError) as error:
            said.append(error)
        if type(d) is dict:
            said.append(sys.getsizeof(d))
    print(turn, len(said), zlib.crc32(str(said).encode()), str(said)[-100:])
    watched = None
    print("   ", d, len(set(d) ^ d.keys()))
