"""Specs and loaders are equal by what they say; what finders, importers and the loader of namespace packages answer; the
lock that is held while a finder is asked."""
import _imp
import importlib
import importlib.util
import os
import sys
import tempfile
import types
import warnings
from importlib.machinery import (BuiltinImporter, FileFinder, FrozenImporter, ModuleSpec, NamespaceLoader, PathFinder, SourceFileLoader,
                                 SourcelessFileLoader)

warnings.simplefilter("always")
warnings.showwarning = lambda message, category, *rest: print("warning", category.__name__, message)


def attempt(text):
    try:
        value = eval(text)
        print(text, "->", value.replace(sys.implementation.cache_tag, "TAG") if type(value) is str else value)
    except Exception as e:
        print(text, "->", type(e).__name__, str(e).replace("_frozen_importlib.", "").replace("_frozen_importlib_external.", ""))


a, b = (ModuleSpec("m", None, origin="o") for _ in range(2))
like = types.SimpleNamespace(name="m", loader=None, origin="o", submodule_search_locations=None, cached=None, has_location=False)
for text in ("a == b", "a != b", "a == like", "a == 1", "a != 1", "hash(a)", "a == ModuleSpec('n', None)", "a._uninitialized_submodules",
             "a._uninitialized_submodules.append('x')", "a._uninitialized_submodules"):
    attempt(text)
one, same, other = SourceFileLoader("m", "p"), SourceFileLoader("m", "p"), SourceFileLoader("m", "q")
for text in ("one == same", "one != same", "one == other", "hash(one) == hash(same)", "one == SourcelessFileLoader('m', 'p')", "one == 1",
             "one < same"):
    attempt(text)
for importer in BuiltinImporter, FrozenImporter:
    for name in "sys", "os", "no_such", 1:
        for method in "get_code", "get_source", "is_package":
            if method == "get_code" and name == "os":
                continue
            try:
                print(importer.__name__, method, name, getattr(importer, method)(name))
            except (ImportError, TypeError) as e:
                print(importer.__name__, method, name, type(e).__name__, e)

folder = os.path.realpath(tempfile.mkdtemp())
os.makedirs(folder + "/space/inner")
for name in "plain", "space/mod", "space/inner/deep":
    open(f"{folder}/{name}.py", "w").close()
sys.path.insert(0, folder)
importlib.invalidate_caches()
import space
loader = space.__loader__
print(type(loader) is NamespaceLoader, loader.is_package("space"), repr(loader.get_source("space")), loader.get_code("space").co_filename)
print(NamespaceLoader.module_repr(space), loader._path == space.__path__, str(loader._path).startswith("_NamespacePath"))
reader = loader.get_resource_reader("space")
print(type(reader).__name__, sorted(p.name for p in reader.files().iterdir() if p.name != "__pycache__"))
finder = FileFinder(folder, (SourceFileLoader, [".py"]))
print(finder._path_mtime, type(finder.find_module("plain")).__name__)
found = finder.find_loader("plain"), finder.find_loader("space"), finder.find_loader("none")
print([(type(x).__name__, [p.removeprefix(folder) for p in y]) for x, y in found])
finder._path_mtime = 7
finder.invalidate_caches()
print(finder._path_mtime)
print(importlib.util.find_spec("space.mod") == importlib.util.find_spec("space.mod"))

# Portions that come later are found through a namespace package inside another.
import space.inner.deep
second = os.path.realpath(tempfile.mkdtemp())
os.makedirs(second + "/space/inner")
open(second + "/space/inner/late.py", "w").close()
sys.path.append(second)
importlib.invalidate_caches()
import space.inner.late
print(len(space.__path__), len(space.inner.__path__))


class Asked:
    def find_spec(self, name, path=None, target=None):
        print("asked for", name, _imp.lock_held())


sys.meta_path.insert(0, Asked())
import plain
attempt("importlib.import_module('no_such_module')")
print(_imp.lock_held())
del sys.meta_path[0]


class Cache:
    def invalidate_caches(self):
        print("invalidated")


sys.path_importer_cache.update({"/absolute": Cache(), "relative": Cache(), "/nothing": None})
PathFinder.invalidate_caches()
print([k for k in ("/absolute", "relative", "/nothing") if k in sys.path_importer_cache])
attempt("importlib.util.cache_from_source('a/b.py', True)")
tag, sys.implementation.cache_tag = sys.implementation.cache_tag, None
spec = importlib.util.spec_from_file_location("m", "/tmp/m.py")
print(spec.cached)
sys.implementation.cache_tag = tag
attempt("exec('from . import x', {'__package__': 'space', '__spec__': ModuleSpec('other.m', None), '__name__': 'space.q'})")


class Old:
    def load_module(self, name):
        sys.modules[name] = self.made = object()
        return self.made


spec = ModuleSpec("legacy", Old())
print(type(importlib._bootstrap._load(spec)).__name__)
print(importlib._bootstrap._module_repr(types.ModuleType("m")))
