"""Specs and loaders are copied and pickled by what they hold, a program's attributes with it; one whose __init__ never
ran, or whose attributes are gone, is no crash."""
import copy
import importlib.machinery as machinery
import json
import pickle
import types


class Loader(machinery.SourceFileLoader):
    pass


class Spec(machinery.ModuleSpec):
    def __getstate__(self):
        print("asked")
        return super().__getstate__()


loader = Loader("a", "/x/a.py")
loader.mark = [1]
spec = machinery.ModuleSpec("a.b", loader, origin="/x/a.py", is_package=True)
spec.has_location = True
spec.extra = {"b": 2}
for copied in (copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o)), lambda o: pickle.loads(pickle.dumps(o, 0))):
    other = copied(spec)
    print(other == spec, other.name, other.extra, other.parent, other.has_location, other.cached == spec.cached)
    print(other.loader == loader, other.loader.mark, type(other.loader), other.loader is loader, other.extra is spec.extra)
    for made in (json.__spec__, json.__loader__, machinery.SourcelessFileLoader("a", "b"),
                 machinery.ExtensionFileLoader("a", "b")):
        print(copied(made) == made)
print(copy.copy(Spec("c", None)))
print(copy.copy(machinery.NamespaceLoader("n", ["/x"], None))._path)

bare = machinery.ModuleSpec.__new__(machinery.ModuleSpec)
bare.__init__("a", None)
bare.__init__("b", None, origin="c")
print(bare)
bare.name = 3
empty = machinery.SourceFileLoader.__new__(machinery.SourceFileLoader)
gone = machinery.SourceFileLoader("a", "b")
del gone.name, gone.path
for call in (lambda: bare.parent, lambda: empty.get_code("a"), lambda: gone.get_code("a"), lambda: hash(gone),
             lambda: gone.exec_module(types.ModuleType("m")), lambda: machinery.SourceFileLoader("a", 3).get_code("a")):
    try:
        call()
    except Exception:
        pass
print("alive")
