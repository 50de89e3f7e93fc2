def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Old:
    def __getitem__(self, i):
        if i == 2:
            raise StopIteration
        return i


class NotIter:
    def __iter__(self):
        return 5


class NoNext:
    __iter__ = None


class Counter:
    n = 0

    def __call__(self):
        self.n += 1
        return self.n


show(iter)
show(iter, 5)
show(iter, NotIter())
show(iter, NoNext())
show(lambda: list(Old()))
show(lambda: list(iter(Counter(), 4)))
show(iter, 5, 6)
show(lambda: list(iter(lambda: 1 / 0, 3)))
show(iter, [], 1, 2)
show(next, [])
show(next, iter([]))
show(next, iter([]), "default")
show(next, iter([1]), "default")
show(next)
show(next, iter([]), 1, 2)
show(next, 5, "default")
it = iter(Counter(), 3)
print(next(it), next(it), next(it, "end"), next(it, "still"))
print(it.__reduce__()[0] is iter, iter([1]).__reduce__()[1:], iter(Old()).__reduce__()[2])
show(reversed, {1})
show(reversed, 5)
show(lambda: list(reversed(Old())))
show(lambda: list(reversed(NoNext())))
