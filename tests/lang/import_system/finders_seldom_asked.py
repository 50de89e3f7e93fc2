"""Methods of the finders of builtin and frozen modules of names of all kinds, and names whose packages have gone."""
import importlib.machinery
import os
import sys
import types
import warnings

warnings.simplefilter("ignore")
Builtin, Frozen, Path = importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, importlib.machinery.PathFinder


def said(action):
    try:
        r = action()
        return r if isinstance(r, (str, bool, int, type(None))) else type(r).__name__
    except BaseException as e:
        return type(e).__name__, str(e)


ODD = "sys", "zipimport", "__hello__", "__phello__", "no_such", "", "a\0b", "\udc80"
for finder in Builtin, Frozen:
    for name in "find_spec", "find_module", "load_module", "get_code", "get_source", "is_package", "module_repr", "create_module", "exec_module":
        if finder is Frozen and name in ("exec_module", "create_module"):
            continue
        if name in ("load_module", "exec_module", "create_module"):
            tried = 5, None, "no_such", b"sys", types.SimpleNamespace(name="no_such"), types.SimpleNamespace(name=5), types.SimpleNamespace()
        else:
            tried = ODD
        for odd in tried:
            print(finder.__name__, name, repr(odd)[:40], said(lambda: getattr(finder, name)(odd)))
for finder in Builtin, Frozen, Path:
    print(said(lambda: finder.find_spec("sys", [])), said(lambda: finder.find_spec("zipimport", ["x"], None)))
for odd in (5, None, "/no/such", b"/no/such", "", "\udc80"):
    print("path", repr(odd), said(lambda: Path._path_hooks(odd)), said(lambda: Path._path_importer_cache(odd)))
    print("path", repr(odd), said(lambda: Path.find_spec("no_such", [odd])))
for odd in ([5], (), "ab", 5, {}, iter(["x"])):
    print("in", type(odd).__name__, said(lambda: Path.find_spec("no_such", odd)))
spec = importlib.machinery.ModuleSpec("__hello__", Frozen)
module = types.ModuleType("__hello__")
module.__spec__ = spec
print(said(lambda: Frozen.exec_module(module)))
for broken in "name", "loader", "origin", "submodule_search_locations":
    spec = importlib.machinery.ModuleSpec("m", None, origin="o", is_package=True)

    class Bad:
        def __repr__(self):
            raise ZeroDivisionError("no repr")
    setattr(spec, broken, Bad())
    print(broken, said(lambda: repr(spec)), said(lambda: spec.parent), said(lambda: spec.cached), said(lambda: spec.has_location))

# A package that has gone, and what is left of it.
import email.message
package = sys.modules.pop("email")
print(said(lambda: __import__("email.message")), said(lambda: __import__("email.message", fromlist=["x"])))
sys.modules["email"] = package
sys.modules["five"] = 5
print(said(lambda: __import__("five.x")), said(lambda: __import__("five", fromlist=["x"])), said(lambda: exec("from five import x")), said(lambda: exec("import five as f; print(f)")))
print(said(lambda: eval("__import__('x', level=1)", {"__builtins__": __builtins__})), said(lambda: __import__("os", {}, {}, (), -1)), said(lambda: __import__("os", level=2**40)))
