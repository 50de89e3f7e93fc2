# A class whose __iter__ gives a range, and whose length says something else.
def lying(hint):
    class Lying:
        def __iter__(self):
            return iter(range(10))

        def __length_hint__(self):
            return hint() if callable(hint) else hint

    return Lying()


def refused():
    raise TypeError


def begun():
    class Begun:
        it = iter(range(10))

        def __iter__(self):
            return self.it

        def __len__(self):
            next(self.it)
            return 10

    return Begun()


for hint in (NotImplemented, 0, 3, 10, 25, 1 << 20, -1, 'x', refused, 1 << 70):
    for make in (list, tuple, lambda x: [*x], lambda x: [0].__iadd__(x), lambda x: (*x, 1), set, sorted, lambda x: max(x), lambda x: bytes(x)):
        try:
            print(make(lying(hint)))
        except Exception as e:
            print(type(e).__name__, e)
for make in (list, tuple, lambda x: [*x], lambda x: (*x,), sorted, bytearray):
    print(make(begun()))
