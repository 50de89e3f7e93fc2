"""At the end modules die: first what only names hold, then cycles from the module on. (In which order cycles die depends on
what was collected when: here all that is older, and then all.)"""
import gc
gc.disable()
gc.collect()


class D:
    def __init__(self, name, other=None): self.name, self.other = name, other
    def __del__(self): print(self.name, sorted(n for n in globals() if n in ("f", "D", "__file__", "__name__")))


class E:
    def method(self): pass
    x = D("class attribute")


def f(): pass


inner = D("inner")
outer = D("outer", inner)
del inner
inner2 = D("second")
_private = D("_private")
in_list = [D("in a list")]
e = E()
e.d = D("instance attribute")
gc.collect()
print("end")
