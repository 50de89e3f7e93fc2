print(hash(True) == hash(1) == hash(1.0) == hash(1 + 0j), {1: "a", True: "b", 1.0: "c"})
for v in ([], {}, set(), bytearray(), slice(1)):
    try:
        hash(v)
    except TypeError as e:
        print(e)
print(hash((1, 2, 3)), hash(()), hash(frozenset([1, 2])), hash("") , hash(None) == hash(None))
nan = float("nan")
print(nan == nan, nan in [nan], [nan] == [nan], {nan: 1}[nan])
