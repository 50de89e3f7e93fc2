a, b = [], []
print(id(a) == id(a), id(a) == id(b), hash(1), hash(-1), hash(2 ** 61 - 1), hash(2 ** 61), hash(1.5), hash("a") == hash("a"), hash(()), hash((1,)), hash(float("inf")), hash(True), hash(0.1), hash(1e300), hash(3 + 4j), hash("abc"), hash(b"abc"), hash(frozenset([1, 2, 3])), hash(range(3)), hash(-2 ** 63))
