class C:
    @property
    def x(self):
        "the doc"
        return self._x
    @x.setter
    def x(self, v): self._x = v + 1
    @x.deleter
    def x(self): print("deleted")
    read = property(lambda self: 5)
c = C()
c.x = 1
print(c.x, C.x.__doc__)
del c.x
for text in ("c.read = 1", "del c.read"):
    try:
        exec(text)
    except AttributeError as e:
        print(e)
print(C.read.fset, C.x.fget.__name__)
