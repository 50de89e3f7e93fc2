import math
import re


def show(v):
    print(re.sub(r"0x[0-9a-f]+", "0x", repr(v)))


for v in (len, [].append, [].__len__, list.append, list.__len__, dict.fromkeys,
          dict.__dict__["fromkeys"], str.maketrans, str.__dict__["maketrans"], math.sin, int.__new__,
          type.__dict__["__dict__"], int.real, (1).__add__, type.mro, "".join, int.from_bytes,
          slice.start, object().__repr__, type.__call__, int.__call__, object.__getattribute__,
          list.__getattribute__, dict.__getattribute__, print, type(len), type([].__len__)):
    show(v)
