class C:
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)
    def __delattr__(self, name):
        print("del", name)
        super().__delattr__(name)

c = C()
c.x = 1
c.x += 1
del c.x
try:
    del c.x
except AttributeError as e:
    print(e)
