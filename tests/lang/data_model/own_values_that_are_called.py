"""Calls of what an instance itself holds, at one site: the value changes, its class gets a method or a data descriptor of the name, the object another shape, a dict of its own, another class."""


class A:
    pass


class B:
    def call(self, x):
        return "method", x


class Data:
    def __get__(self, o, cls):
        return lambda x: ("descriptor", x)

    def __set__(self, o, v):
        raise AttributeError


def site(o, x):
    return o.call(x)


def warm(o):
    for i in range(20):
        site(o, i)


def tried(o, x=1):
    try:
        print(site(o, x))
    except Exception as e:
        print(type(e).__name__, e)


a = A()
a.call = abs
warm(a)
tried(a, -2)
a.call = lambda x: ("own", x)
tried(a)
a.call = None
tried(a)
a.call = A
tried(a)
a.call = [].append
tried(a)
other = A()
other.x = 1
other.call = str
tried(other)
tried(B())
tried(7)
b = B()
tried(b)
b.call = "{}".format
warm(b)
tried(b)
del b.call
tried(b)
b.call = hex
warm(b)
B.call = Data()
tried(b)
del B.call
tried(b)
warm(a)
A.call = Data()
tried(a)
del A.call
A.call = lambda self, x: ("of the class", x)
a.call = oct
warm(a)
tried(a)
vars(a).update(call=bin)
tried(a)
vars(a)["y"] = 2
warm(a)
tried(a)
a.__dict__ = {"call": repr}
tried(a)
a.__dict__ = {}
tried(a)


class Slots:
    __slots__ = "call"


s = Slots()
tried(s)
s.call = len
warm_of = [site(s, "ab") for i in range(20)]
tried(s, "abc")
del s.call
tried(s, "abc")
s.call = max
tried(s, "abc")
Slots.call = lambda self, x: ("of the class", x)
tried(s, "abc")


class Under(Slots):
    __slots__ = "call"


u = Under()
u.call = min
warm_under = [site(u, "ab") for i in range(20)]
tried(u, "abc")
tried(s, "abc")


def parts(o, x):
    return o.func(x), o.__call__(x)


import functools
for i in range(20):
    print(end=f"{parts(functools.partial(hex), i)[0]} ")
print()


class Dict(dict):
    pass


d = Dict()
d.call = sorted
for i in range(20):
    site(d, "cab")
tried(d, "cab")
a.__class__ = B
tried(a)
a.call = ascii
warm(a)
tried(a, "é")


class Recursive:
    def __init__(self):
        self.again = self.step

    def step(self, n):
        return n and 1 + self.again(n - 1)


print(Recursive().step(50))


class Holder:
    def __init__(self):
        self.list = []
        self.add = self.list.append

    def fill(self, n):
        for i in range(n):
            self.add(i)
        return sum(self.list)


print(Holder().fill(100))


class Ends:
    def __del__(self):
        print("ends")

    def __call__(self, x):
        return x


def last_reference():
    o = A()
    o.call = Ends()
    return o


for i in range(12):
    last_reference().call(i)
print("end")
