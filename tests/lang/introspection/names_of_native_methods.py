import math

values = [len, [].append, [].__len__, list.append, list.__len__, dict.fromkeys, dict.__dict__["fromkeys"],
          str.maketrans, str.__dict__["maketrans"], math.sin, int.__new__, object.__init_subclass__,
          type.__dict__["__dict__"], int.real, (1).__add__, Exception().with_traceback,
          type.mro, "".join, str.join, int.from_bytes, {}.keys, slice.start]
for v in values:
    for name in ("__name__", "__qualname__", "__module__", "__objclass__", "__self__"):
        value = getattr(v, name, "-")
        if type(value) is type(math):
            value = value.__name__
        print(value, end=" | ")
    print(type(v).__name__)
