# Whose method a bad call names: the class that has it where the loop calls it by its descriptor,
# the class of the object where the look-up of attributes is not object's and so binds it.
import collections
import types


class Plain(dict):
    pass


class Asked(dict):
    def __getattr__(self, name):
        raise AttributeError(name)


class Looked(dict):
    def __getattribute__(self, name):
        return super().__getattribute__(name)


class Ordered(collections.OrderedDict):
    def __getattr__(self, name):
        raise AttributeError(name)


class Meta(type):
    pass


class Made(metaclass=Meta):
    pass


class Module(types.ModuleType):
    pass


class Overrides(dict):
    def __getitem__(self, key):
        return super().__getitem__(key, 1)

    def copy(self):
        return super(Overrides, self).copy(1)

    def pop(self):
        return super().popitem(1)

    def popitem(self):
        above = super()
        return above.popitem(*[], **{"a": 1})

    def keys(self):
        return dict.keys(self, 1)

    def clear(self):
        return super().clear(x=1)

    def values(self):
        return [super().values(v.items(1)) for v in [self]]

    aliased = dict.copy


def tell(call):
    try:
        print(call())
    except TypeError as e:
        print(" ", e)


for o in Plain(), Asked(), Looked(), Ordered(), {}:
    print(type(o).__name__)
    for call in (lambda: o.__getitem__(1, 2), lambda: o.keys(1), lambda: o.copy(a=1), lambda: o.update(1, 2), lambda: o.get(),
                 lambda: o.popitem(*[1, 2, 3]), lambda: o.items(**{"a": 1}), lambda: o.__reduce_ex__(), lambda: o.__sizeof__(1),
                 lambda: o.__dir__(1), lambda: o.__getstate__(1, 2), lambda: o.__len__(1), lambda: o.setdefault(),
                 lambda: dict.copy(o, 1), lambda: dict.keys(o, a=1), lambda: list(map(dict.copy, [o], [1])), lambda: o.__init_subclass__(1)):
        for _ in range(3):
            tell(call)
    copy = o.copy
    tell(lambda: copy(1))
    tell(lambda: getattr(o, "copy")(1))
    for _ in range(20):  # specialised
        try:
            o.values(1)
        except TypeError as e:
            said = str(e)
    print(said)

o = Overrides()
for name in "__getitem__", "copy", "pop", "popitem", "keys", "clear", "values":
    for _ in range(3):
        tell(lambda: getattr(o, name)(*[1] * (name == "__getitem__")))
tell(lambda: o.aliased(1))
for cls in int, Made, Meta, Asked, type:
    tell(lambda: cls.mro(1, 2))
    tell(lambda: cls.__subclasses__(1, 2))
tell(lambda: int.from_bytes())
tell(lambda: Made.__prepare__(a=1) and None)
tell(lambda: Module("m").__reduce__(1))
tell(lambda: types.__reduce__(1))
