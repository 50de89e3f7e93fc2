"""Lists and tuples made of what a class's __iter__ gives, which may be a list's own iterator, shared or begun."""


class Holds:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


class Says(Holds):
    def __len__(self):
        self.items.append("said")
        return len(self.items)


class Started(Holds):
    def __iter__(self):
        it = iter(self.items)
        next(it)
        return it


class Shared(Holds):
    def __iter__(self):
        self.it = iter(self.items)
        return self.it


class Backwards(Holds):
    def __iter__(self):
        return reversed(self.items)


class Items:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i == self.n:
            raise IndexError
        return i * i


for cls in Holds, Says, Started, Shared, Backwards:
    for items in [1, 2, 3], (1, 2, 3), "xyz":
        if cls is Says and not isinstance(items, list):
            continue
        h = cls(items)
        print(cls.__name__, tuple(h), list(h), [*h], (0, *h), set(h) == set(h.items), sorted(h, key=str))
        got = [0]
        got.extend(h)
        got += h
        print(got, list(h.it) if cls is Shared else "")
print(tuple(Holds([])), list(Holds(())), tuple(Holds("")), tuple(Started([1])), list(Started([1])))
print(tuple(Items(5)), list(Items(0)), tuple(iter(Items(3))))


class Shrinks(Holds):
    def __len__(self):
        del self.items[1:]
        return 1


class Refuses(Holds):
    def __len__(self):
        raise ValueError("no length")


class Wrong(Holds):
    def __length_hint__(self):
        return "many"


for cls in Shrinks, Refuses, Wrong:
    for make in list, tuple:
        try:
            print(make(cls([1, 2, 3])))
        except Exception as e:
            print(type(e).__name__, e)


class Bounded(Holds):
    """Its list, as that grows, but not for ever."""
    def __iter__(self):
        for i, item in enumerate(self.items):
            if i == 10:
                return
            yield item


own = [1, 2]
own.extend(Bounded(own))
print(own)
begun = iter([1, 2, 3, 4])
next(begun)
print(tuple(begun), list(begun), begun.__length_hint__())
