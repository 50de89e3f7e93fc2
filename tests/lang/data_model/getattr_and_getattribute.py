class C:
    x = 1
    def __getattribute__(self, name):
        print("getattribute", name)
        return super().__getattribute__(name)
    def __getattr__(self, name):
        print("getattr", name)
        if name == "missing":
            raise AttributeError("still missing")
        return name.upper()

c = C()
print(c.x, c.y)
try:
    c.missing
except AttributeError as e:
    print(repr(e))
print(hasattr(c, "missing"), getattr(c, "missing", "default"))
