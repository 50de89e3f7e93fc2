"""Whatever the namespace of a class body says to a deletion, it is a NameError."""
class Mapping:
    def __init__(self): self.names = {}
    def __getitem__(self, key): return self.names[key]
    def __setitem__(self, key, value): self.names[key] = value


class Refusing(Mapping):
    def __delitem__(self, key): raise ValueError(key)


class Meta(type):
    def __new__(cls, name, bases, ns): return super().__new__(cls, name, bases, ns.names)


for mapping in Mapping, Refusing:
    class M(Meta):
        @classmethod
        def __prepare__(cls, *args): return mapping()
    try:
        class C(metaclass=M):
            x = 1
            del x
    except NameError as e:
        print(repr(e), e.name, repr(e.__context__))
