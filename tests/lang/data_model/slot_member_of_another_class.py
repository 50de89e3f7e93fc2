# A member descriptor of __slots__ applies to its own class only, however often it is tried.
class A:
    __slots__ = ("x", "y")


class B:
    pass


B.x = A.__dict__["x"]


def read(o):
    try:
        return o.x
    except (TypeError, AttributeError) as e:
        return str(e)


def write(o):
    try:
        o.x = 3
        return "written"
    except TypeError as e:
        return str(e)


b = B()
b.z = 5
for i in range(100):
    got, put = read(b), write(b)
print(got)
print(put)
print(read(A()), write(A()))
