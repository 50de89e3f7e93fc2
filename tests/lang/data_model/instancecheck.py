class M(type):
    def __instancecheck__(cls, obj): return "duck" in str(obj)
    def __subclasscheck__(cls, sub): return sub.__name__.startswith("D")
class Duck(metaclass=M): pass
class Dog: pass
class Cat: pass
print(isinstance("duck soup", Duck), isinstance("hen", Duck), issubclass(Dog, Duck), issubclass(Cat, Duck))
print(isinstance(1, (str, (float, int))), issubclass(bool, int | str))
for bad in ("isinstance(1, 1)", "issubclass(1, int)", "isinstance(1, (int, 'x'))", "isinstance('a', (int, 'x'))"):
    try:
        print(eval(bad))
    except TypeError as e:
        print(e)
