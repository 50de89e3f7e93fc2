"""What cannot be hashed in set displays, dict keys, look-ups; __hash__ rules of classes."""
class EqOnly:
    def __eq__(self, other): return True


class NoHash:
    __hash__ = None


class BadHash:
    def __hash__(self): return "x"


class HugeHash:
    def __hash__(self): return 2**200 + 7


class MinusOne:
    def __hash__(self): return -1


class Raises:
    def __hash__(self): raise KeyError("no hash")


class Sub(EqOnly):
    __hash__ = object.__hash__


for v in [], {}, set(), bytearray(), slice(1), ([],), EqOnly(), NoHash(), BadHash(), Raises(), (1, [2]), frozenset(), HugeHash(), MinusOne(), Sub(), {}.keys(), range(3), memoryview(b"a"), memoryview(bytearray(b"a")):
    for f in lambda: {v}, lambda: {v: 1}, lambda: {}[v], lambda: v in {}, lambda: {}.get(v), lambda: hash(v), lambda: {1: 2}.pop(v, 0), lambda: set().discard(v), lambda: {x: 1 for x in [v]}:
        try:
            r = f()
            print(type(v).__name__, "ok", type(r).__name__)
        except Exception as e:
            print(type(v).__name__, type(e).__name__, e if not isinstance(e, KeyError) or "no hash" in str(e) else "")
print(hash(HugeHash()) == hash(2**200 + 7), hash(MinusOne()), EqOnly.__hash__, "__hash__" in EqOnly.__dict__)
