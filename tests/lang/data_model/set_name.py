class Field:
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name)
        self.name = name
    def __get__(self, obj, cls=None):
        return self if obj is None else obj.__dict__.get(self.name, "unset")
    def __set__(self, obj, value):
        obj.__dict__[self.name] = value * 2
class C:
    a = Field()
    b = Field()
c = C()
c.a = 21
print(c.a, c.b, C.a.name)
class Bad:
    def __set_name__(self, owner, name): raise KeyError("no")
try:
    class D: x = Bad()
except RuntimeError as e:
    print(e, repr(e.__cause__))
