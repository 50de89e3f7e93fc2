# What type keeps in its C structure are members, what it computes are attributes.
import inspect

for name in sorted(type.__dict__):
    value = type.__dict__[name]
    kind = type(value).__name__
    if kind.endswith("descriptor"):
        print(name, kind, inspect.ismemberdescriptor(value), inspect.isgetsetdescriptor(value))
print(type.__dict__["__mro__"], type.__dict__["__dict__"])


class A:
    pass


for name in "__mro__", "__base__", "__flags__", "__basicsize__", "__dictoffset__":
    try:
        setattr(A, name, 1)
    except AttributeError as e:
        print(e)
    try:
        delattr(A, name)
    except AttributeError as e:
        print(e)
