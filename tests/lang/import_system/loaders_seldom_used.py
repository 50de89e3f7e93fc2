"""Methods of source loaders that few call, locks that finders give back, specs that are none, frozen modules switched off."""
import _frozen_importlib
import _frozen_importlib_external as external
import _imp
import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import types


def said(action):
    try:
        return action()
    except BaseException as e:
        return type(e).__name__, str(e).replace(folder, "FOLDER"), repr(e.__context__)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "m.py")
    with open(path, "w") as file:
        file.write("x = 1\n")
    os.utime(path, (1000, 1000))
    loader = importlib.machinery.SourceFileLoader("m", path)
    print(said(lambda: loader.path_mtime(path)), said(lambda: loader.path_mtime("no such")), said(lambda: loader.path_stats(path)["mtime"]))
    print(said(lambda: loader.set_data(os.path.join(folder, "new", "deep", "f"), b"abc")), said(lambda: loader.get_data(os.path.join(folder, "new", "deep", "f"))))
    print(said(lambda: loader.set_data(os.path.join(path, "f"), b"abc")), said(lambda: loader.set_data(os.path.join(folder, "g"), b"abc", _mode=0o600)))
    print(said(lambda: loader._cache_bytecode(path, os.path.join(folder, "c"), b"pyc")), oct(os.stat(os.path.join(folder, "g")).st_mode & 0o777))
    print(said(lambda: loader.get_data(5)), said(lambda: loader.get_data(None)), said(lambda: loader.get_data(path.encode())))
    print(said(lambda: loader.get_filename()) == path, said(lambda: loader.get_filename("m")) == path, said(lambda: loader.get_filename("other")), said(lambda: loader.get_filename(None)) == path)
    print(said(lambda: loader.load_module("other")), said(lambda: loader.is_package("m")), said(lambda: loader.get_source("other")))
    for odd in 5, b"m.py", None, path.encode():
        print(odd if odd != path.encode() else "bytes", end=" ")
        of = importlib.machinery.SourceFileLoader("m", odd)
        module = types.ModuleType("m")
        module.__spec__ = importlib.machinery.ModuleSpec("m", of, origin=path)
        print(said(lambda: type(of.get_code("m"))), said(lambda: of.exec_module(module)), getattr(module, "x", None))
    a, b = importlib.machinery.SourceFileLoader("m", path), importlib.machinery.SourceFileLoader("m", path)
    print(a == b, hash(a) == hash(b), a == importlib.machinery.SourceFileLoader("n", path), a == 5, said(lambda: a < b), a != b)
    spec = importlib.util.spec_from_file_location("m", path)
    print(spec == importlib.util.spec_from_file_location("m", path), spec == 5, spec != 5, said(lambda: spec < spec), spec == types.SimpleNamespace(name="m"))
    alike = types.SimpleNamespace(**{k: getattr(spec, k) for k in ("name", "loader", "origin", "submodule_search_locations", "cached", "has_location")})
    print(spec == alike, alike == spec)

    # A finder that gives back a lock that is not its own.
    class Releases:
        error = None

        def find_spec(self, name, path=None, target=None):
            while _imp.lock_held():
                _imp.release_lock()
            if self.error:
                raise self.error

    sys.meta_path.insert(0, Releases())
    print(said(lambda: importlib.import_module("no_such_1")))
    Releases.error = ZeroDivisionError("in the finder")
    print(said(lambda: importlib.import_module("no_such_2")), _imp.lock_held())
    del sys.meta_path[0]

    # What a module's spec says of its being initialized.
    class Odd:
        @property
        def _initializing(self):
            raise ZeroDivisionError

    class OddTruth:
        def __bool__(self):
            raise ZeroDivisionError

    for spec in None, 5, types.SimpleNamespace(), types.SimpleNamespace(_initializing=True), types.SimpleNamespace(_initializing=OddTruth()), Odd():
        module = sys.modules["half"] = types.ModuleType("half")
        module.__spec__ = spec
        print(type(spec).__name__, said(lambda: module.nothing), said(lambda: exec("from half import nothing")))
    del module.__spec__
    print(said(lambda: module.nothing))

    # A namespace package says where it would have been.
    os.makedirs(os.path.join(folder, "room", "part"))
    sys.path.insert(0, folder)
    print(said(lambda: exec("from room import nothing")), said(lambda: exec("from room.part import nothing")), said(lambda: exec("import room.nothing")))
    sys.path.remove(folder)

for override in -1, 0, 1:
    _imp._override_frozen_modules_for_tests(override)
    print(override, [(_imp.find_frozen(name) is not None) for name in ("__hello__", "__hello_only__", "__phello__", "zipimport", "os", "no_such")])
_imp._override_frozen_modules_for_tests(0)
print(said(lambda: _imp.release_lock()), _imp.lock_held(), external._path_stat is not None, _frozen_importlib.__name__)
