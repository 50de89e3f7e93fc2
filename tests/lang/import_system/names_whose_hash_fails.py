"""Names of modules of a class whose __hash__ and __eq__ fail at one of their calls; a spec, and a package, that go while they are asked."""
import sys
import types


class Hashed(str):
    calls = limit = 0

    def __hash__(self):
        Hashed.calls += 1
        if Hashed.calls >= Hashed.limit:
            raise ZeroDivisionError
        return str.__hash__(self)


class Compared(str):
    __hash__ = str.__hash__

    def __eq__(self, other):
        raise KeyError("compared")


class Finder:
    asked = 0

    @staticmethod
    def find_spec(name, path, target=None):
        Finder.asked += 1
        return None


def said(call, *args):
    try:
        return call(*args).__name__
    except BaseException as error:
        return type(error).__name__


sys.meta_path.insert(0, Finder)
sys.unraisablehook = lambda unraisable: None
print([said(__import__, Hashed("nothing_here")) for Hashed.limit in (1, 1, 1)], said(__import__, Hashed("sys")))
outcomes = set()
for Hashed.limit in range(1, 40):
    Hashed.calls = 0
    outcomes.add(said(__import__, Hashed("nothing_here")))
print(sorted(outcomes), Finder.asked > 0)
print(said(__import__, Compared("sys")), said(__import__, Compared("nothing_here")))


class Spec:
    def __getattr__(self, name):
        module.__spec__ = None
        return False


module = types.ModuleType("module")
module.__spec__ = Spec()
sys.modules["module"] = module
try:
    module.missing
except AttributeError as error:
    print(error)
package = types.ModuleType("package")
package.__dict__["__getattr__"] = lambda name: sys.modules.pop("package", None) and [] if name == "__path__" else {}[name]
sys.modules["package"] = package
del package
print(said(__import__, "package.sub.more"), "package" in sys.modules)
