def f(*args, **kwargs):
    return args, kwargs


class Keys:
    def keys(self):
        return ["a", "b"]
    def __getitem__(self, key):
        return key * 2


class Half:
    def keys(self):
        return ["a"]


def show(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


show(lambda: f(*1))
show(lambda: f(*None))
show(lambda: f(1, *2, **{}))
show(lambda: f(**1))
show(lambda: f(**[1]))
show(lambda: f(**{1: 2}))
show(lambda: f(x=1, **{"x": 2}))
show(lambda: f(**{"x": 1}, **{"x": 2}))
show(lambda: f(**Keys()))
show(lambda: f(a=0, **Keys()))
show(lambda: f(**Half()))
show(lambda: print(*3))
show(lambda: print(**3))
show(lambda: f(*"ab", *[1], **{"k": 2}, l=3))
