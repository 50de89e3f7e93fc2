class C:
    __slots__ = ("s",)
    x = 1
    def m(self): pass
import math
for text in ("None.x", "C().y", "C.y", "(1).foo", "'a'.foo", "[].foo", "C().s", "C().m.z", "math.nothing", "len.x", "C().x.y", "(lambda: 0).q", "object().a", "type.b"):
    try:
        eval(text)
    except AttributeError as e:
        print(text, "->", e, "|", e.name)
