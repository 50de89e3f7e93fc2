for x in ([1, 2], (1, 2), "ab", b"ab", {1: 2}, {1}, range(2), {1: 2}.items(), zip(), enumerate([]), map(str, []), filter(None, []), reversed([1])):
    print(type(iter(x)).__name__, end=" ")
print()
it = iter([1, 2, 3])
print(next(it), list(it), next(it, "default"), list(it))
print(list(iter(lambda c=[0]: c.__setitem__(0, c[0] + 1) or c[0], 4)))
import copy
it = iter([1, 2, 3])
next(it)
print(list(copy.copy(it)), it.__length_hint__(), it.__reduce__()[1:])
