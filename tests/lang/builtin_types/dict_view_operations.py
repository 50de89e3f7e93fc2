import operator


def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


d, e = {1: "a", 2: "b"}, {2: "b", 3: "c"}
for a, b in ((d.keys(), e.keys()), (d.items(), e.items()), (d.keys(), [2, 5]), ([2, 5], d.keys()), (d.keys(), {2: 0}), (d.items(), {(2, "b")})):
    for name in "and", "or", "sub", "xor":
        op = getattr(operator, f"__{name}__")
        try:
            print(name, sorted(op(a, b)))
        except TypeError as err:
            print(name, err)
    print(a == b, a != b, end=" ")
    for f in (lambda: a < b, lambda: a <= b, lambda: a > b, lambda: a >= b):
        try:
            print(f(), end=" ")
        except TypeError as err:
            print(err, end=" ")
    print()
show(lambda: d.values() & e.values())
show(lambda: d.values() == d.values())
show(lambda: d.keys() & 5)
show(lambda: d.keys().isdisjoint([7]))
show(lambda: d.items().isdisjoint([(1, "a")]))
show(lambda: d.keys().isdisjoint(5))
show(lambda: {1: []}.items() & {(1, 2)})
show(lambda: {1: []}.items() | [])
show(lambda: (1, []) in {1: []}.items())
show(lambda: [1, []] in {1: []}.items())
show(lambda: ([],) in d.items())
show(lambda: [] in d.keys())
show(hash, d.keys())
print(repr(d.keys()), d.values(), d.items(), d.keys().mapping, len(d.items()))
show(lambda: d.keys().mapping.update({}))
