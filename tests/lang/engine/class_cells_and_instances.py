# A site that reads an attribute of a class to which the program assigned again and again, and then of its instances,
# of which one has the attribute itself; and the other way, where the metaclass has a say.


class C:
    x = 0


def read(o):
    return o.x


C.x = 1
C.x = 2
for _ in range(50):
    read(C)
own = C()
own.x = "own"
kept = C()
kept.__dict__["x"] = "own, in a dict"
print(read(C), read(own), read(kept), read(C()))


class Meta(type):
    pass


class D(metaclass=Meta):
    y = 0


def read_y(o):
    return o.y


D.y = 1
D.y = 2
Meta.y = property(lambda cls: "of the metaclass")
d = D()
for _ in range(50):
    read_y(d)
print(read_y(d), read_y(D))
