"""What _abc's functions say of classes that are not as ABCMeta makes them, and of hooks that answer oddly."""
import _abc
import abc


def attempt(what, *args):
    try:
        print(what.__name__, "->", what(*args))
    except BaseException as e:
        print(what.__name__, type(e).__name__, e)


class Plain:
    _abc_impl = 1


for function in _abc._abc_register, _abc._abc_instancecheck, _abc._abc_subclasscheck:
    attempt(function, Plain, int)
for function in _abc._get_dump, _abc._reset_registry, _abc._reset_caches:
    attempt(function, Plain)
attempt(_abc._abc_init, 1)
attempt(_abc._abc_subclasscheck, abc.ABC, 1)


def made(flags):
    return abc.ABCMeta("Flags", (), {"__abc_tpflags__": flags})


for flags in 0, 1 << 5, 1 << 6, (1 << 5) | (1 << 6), "text":
    try:
        cls = made(flags)
        match cls():
            case [*_]:
                print(flags, "sequence")
            case {}:
                print(flags, "mapping")
            case _:
                print(flags, "neither")
    except TypeError as e:
        print(flags, e)


class Strange:
    def __init__(self, value):
        self.value = value

    @property
    def __isabstractmethod__(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


for value in True, False, AttributeError("gone"), ValueError("wrong"), [], [1]:
    try:
        cls = abc.ABCMeta("Odd", (), {"a": Strange(value), "b": 1, "c": abc.abstractmethod(len) if False else 2})
        print(repr(value), sorted(cls.__abstractmethods__))
    except Exception as e:
        print(repr(value), type(e).__name__, e)


class Base(abc.ABC):
    @abc.abstractmethod
    def a(self):
        pass

    b = 0


class Gone(abc.ABCMeta):
    def __getattribute__(cls, name):
        if name == "a":
            raise AttributeError("a is hidden")
        return super().__getattribute__(name)


print(sorted(Gone("Below", (Base,), {}).__abstractmethods__))
Base.__abstractmethods__ = 7
attempt(abc.ABCMeta, "Broken", (Base,), {})


class Hooked(abc.ABC):
    answer = NotImplemented

    @classmethod
    def __subclasshook__(cls, sub):
        if isinstance(cls.answer, Exception):
            raise cls.answer
        return cls.answer


for i, answer in enumerate((True, False, NotImplemented, 1, None, "yes", ValueError("no answer"))):
    Hooked.answer = answer
    attempt(issubclass, type(f"C{i}", (), {}), Hooked)


class Liar(abc.ABC):
    @classmethod
    def __subclasses__(cls):
        return cls.says


for says in [], [int], (), 5, [1]:
    Liar.says = says
    Liar._abc_caches_clear() if hasattr(Liar, "_abc_caches_clear") else _abc._reset_caches(Liar)
    attempt(issubclass, type("Other", (), {}), Liar)


class Pretender:
    def __init__(self, cls):
        self.cls = cls

    @property
    def __class__(self):
        return self.cls


class Real(abc.ABC):
    pass


Real.register(int)
for pretended in int, str, bool, Real:
    attempt(isinstance, Pretender(pretended), Real)
    attempt(isinstance, Pretender(pretended), Real)
Real.register(Pretender)
attempt(isinstance, Pretender(str), Real)
attempt(isinstance, Pretender(5), Real)
attempt(Real.register, 5)
attempt(Real.register, Real)


class Child(Real):
    pass


attempt(Child.register, Real)
