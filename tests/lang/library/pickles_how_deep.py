"""How deep what is pickled may be nested: lists and dicts count twice, instances three times."""
import pickle
import sys


class Node:
    def __init__(self, next):
        self.next = next


def nested(depth, make):
    thing = None
    for _ in range(depth):
        thing = make(thing)
    return thing


KINDS = {
    "list": lambda x: [x], "tuple": lambda x: (x,), "dict": lambda x: {1: x}, "instance": Node,
    "all": lambda x: [{1: (Node(x),)}], "frozenset": lambda x: frozenset([x]),
}
sys.setrecursionlimit(200)
for name, make in KINDS.items():
    for protocol in 0, 2, 4:
        for depth in range(10, 250):
            try:
                pickle.dumps(nested(depth, make), protocol)
            except RecursionError as error:
                print(name, protocol, depth, str(error)[:32])
                break

# No limit counts how deep a hash goes.
print(hash(nested(2000, lambda x: (x,))) == hash(nested(2000, lambda x: (x,))))
