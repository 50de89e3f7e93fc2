# type() takes over the order in which its namespace lists itself, and bytearray.extend() asks how long.
from collections import OrderedDict

names = OrderedDict(a=1, b=2)
names.move_to_end("a")
print([k for k in vars(type("C", (), names)) if not k.startswith("__")])


class Namespace(dict):
    def keys(self):
        return reversed(list(super().keys()))


print([k for k in vars(type("D", (), Namespace(a=1, b=2))) if not k.startswith("__")])


class WithoutLength:
    def __iter__(self):
        return iter(b"ab")

    def __len__(self):
        raise RuntimeError("no length")


kept = bytearray(b"x")
for target in kept, []:
    try:
        target.extend(WithoutLength())
    except RuntimeError as e:
        print(e, target)
