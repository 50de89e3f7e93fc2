"""What asks a class for an attribute asks its metaclass: dir(), __reduce_ex__, names in errors; {**x} asks for keys once."""
class M(type):
    def __getattribute__(cls, name):
        print("  get", name)
        return super().__getattribute__(name)
class C(metaclass=M):
    __slots__ = ("a",)
    def f(self): pass
class D(C): pass
def told(text):
    print(text)
    try:
        r = eval(text)
        print("  ->", r if isinstance(r, (str, list)) and len(r) < 30 else type(r).__name__)
    except Exception as e:
        print(" ", type(e).__name__, e)
for text in ("dir(C) != []", "dir(D()) != []", "object.__dir__(D()) != []", "D().__reduce_ex__(2)[0].__name__", "C.a.__qualname__", "type('N', (C,), {}, k=1)", "C.__init_subclass__.__qualname__",
             "C.__init_subclass__(1)", "isinstance(1, C)", "issubclass(D, C)", "repr(C)", "callable(C)", "[] == C"):
    told(text)

class Base:
    z = 1
def names(o): return [n for n in object.__dir__(o) if n[:2] != "__"]
class Bases:
    __dict__ = {"q": 1}
    __bases__ = (Base,)
class Odd:
    __class__ = Bases()
print(names(Odd()))
class K: pass
for bases in (1, 2), 3, [Base], "ab", None, ():
    class Odd:
        @property
        def __class__(self):
            k = K()
            k.__bases__ = bases
            k.a = 1
            return k
    try: print(names(Odd()))
    except TypeError as e: print(e)
class Liar(type):
    __bases__ = (Base,)
class E(metaclass=Liar): y = 1
print([n for n in dir(E) if n[:2] != "__"], [n for n in dir(E()) if n[:2] != "__"])

class Own(type):
    def __getattribute__(cls, name):
        if name == "__reduce__":
            return answer()
        return super().__getattribute__(name)
class F(metaclass=Own):
    def __reduce__(self): return "own"
for answer in (lambda: {}["lost"], lambda: object.__reduce__, lambda: 1):
    try: print(type(F().__reduce_ex__(2)))
    except KeyError as e: print(e)

class Asked:
    def __getattr__(self, name):
        print("  asked for", name)
        return name
class NoKeys:
    @property
    def keys(self): raise AttributeError("keys are lost")
class BadKeys:
    @property
    def keys(self): raise KeyError("bad keys")
for o in Asked(), NoKeys(), BadKeys(), 1, [], {1: 2}:
    for f in (lambda: {**o}, lambda: {}.update(o), lambda: {} | o, lambda: (lambda **k: k)(**o), lambda: {1: 3, **o}):
        try: print(f())
        except Exception as e: print(type(e).__name__, e, repr(e.__context__))

class Path(bytearray):
    def __fspath__(self): return "path"
class Lost:
    def __get__(self, o, t): raise KeyError("lost")
class NoPath:
    __fspath__ = Lost()
import io, os, warnings
warnings.simplefilter("ignore")
for f in (lambda: compile("1", Path(b"ab"), "eval").co_filename, lambda: compile("1", NoPath(), "eval"), lambda: os.stat(NoPath()), lambda: os.listdir(NoPath()), lambda: io.FileIO(NoPath()), lambda: os.fsencode(NoPath())):
    try: print(f())
    except TypeError as e: print(e, e.__context__)

class Unsure:
    def __lt__(self, other):
        print("  asked: less?")
        return NotImplemented
for items in [Unsure(), Unsure()], [(Unsure(), 1), (Unsure(), 2)], [(1, Unsure()), (1, Unsure())], [Unsure(), 1], [()], [(), (Unsure(),)]:
    try: sorted(items)
    except TypeError as e: print(e)  # sort() asks twice where all are of one type
