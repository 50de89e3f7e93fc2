"""What imports say where a program has put odd things into sys.meta_path, sys.modules, sys.path, sys.path_hooks,
sys.path_importer_cache and __path__: the module, or the exception that the import statement raises."""
import collections
import importlib
import importlib.machinery
import importlib.util
import json
import os
import sys
import tempfile
import types
import warnings

KEPT = "meta_path modules path path_hooks path_importer_cache".split()
folder = tempfile.mkdtemp()
with open(os.path.join(folder, "bmod.py"), "w") as f:
    f.write("name = __name__\n")


def attempt(text):
    kept = {name: getattr(sys, name) for name in KEPT}
    contents = dict(sys.modules)
    sys.path, sys.path_hooks = list(sys.path), list(sys.path_hooks)
    sys.meta_path, sys.path_importer_cache = list(sys.meta_path), {}
    paths = json.__path__
    ns = {"sys": sys, "folder": folder, "types": types, "collections": collections, "importlib": importlib,
          "Spec": importlib.machinery.ModuleSpec}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        try:
            exec(text.replace("; ", "\n"), ns)
            r = getattr(ns.get("r"), "__name__", ns.get("r"))
        except BaseException as e:
            r = f"{type(e).__name__}: {e} {getattr(e, 'name', '')}"
    for name in KEPT:
        setattr(sys, name, kept[name])
    sys.modules.clear()
    sys.modules.update(contents)
    json.__path__ = paths
    print(text.replace("\n", "; "), "->", str(r).replace(folder, "FOLDER").replace("0x", ""))
    for m in sorted({str(w.message) for w in told if w.category is ImportWarning}):
        print("    ImportWarning:", m)


LINES = """
sys.meta_path = [None]; import nope_x
sys.meta_path = [5]; import bmod
sys.meta_path = [object()]; import nope_x
del sys.meta_path; import nope_x
sys.meta_path = None; import nope_x
sys.meta_path = 5; import nope_x
sys.meta_path = (); import nope_x
sys.meta_path = []; import nope_x
sys.meta_path = {}; import nope_x
sys.path.insert(0, folder); sys.meta_path = tuple(sys.meta_path); import bmod as r
sys.path.insert(0, folder); sys.meta_path = iter(sys.meta_path); import bmod as r
sys.path.insert(0, folder); sys.modules = {}; import bmod as r; assert sys.modules['bmod'] is r
sys.path.insert(0, folder); sys.modules = {}; import bmod; import bmod as r; assert r is bmod
sys.modules = {}; import nope_x
sys.modules = {'nope_x': None}; import nope_x
sys.modules = {'nope_x': 5}; import nope_x as r
sys.modules = {}; import json.nope_x
sys.modules = {}; import json.decoder.nope_x
sys.modules = {}; import sys as r
sys.modules = 5; import bmod
sys.modules = 5; import sys as r
sys.modules = 5; import json.nope_x
sys.modules = None; import nope_x
sys.modules = []; import nope_x
del sys.modules; import nope_x
del sys.modules; import sys as r
sys.path.insert(0, folder); sys.modules = types.MappingProxyType({}); import bmod
sys.path.insert(0, folder); sys.modules = collections.OrderedDict(); import bmod as r; assert 'bmod' in sys.modules
sys.path.insert(0, folder); sys.modules = dict(sys=sys); import bmod; del sys.modules['bmod']; import bmod as r; assert r is not bmod
sys.path.insert(0, folder); sys.modules = {}; r = importlib.import_module('bmod')
sys.modules = 5; r = importlib.import_module('bmod')
import json; json.__path__ = ['/tmp/x\\0y']; import json.nope
import json; json.__path__ = [b'/tmp']; import json.nope
import json; json.__path__ = [5, None]; import json.nope
import json; json.__path__ = 5; import json.nope
import json; json.__path__ = ''; import json.nope
import json; json.__path__ = ['\\ud800']; import json.nope
import json; del json.__path__; import json.nope
sys.path.insert(0, 'a\\0b'); import nope_x
sys.path.insert(0, folder.encode()); import bmod as r
sys.path.insert(0, 5); import nope_x
sys.path.insert(0, '\\ud800'); import nope_x
sys.path = 5; import nope_x
sys.path = None; import nope_x
del sys.path; import nope_x
sys.path = (folder,); import bmod as r
sys.path_hooks = [5]; sys.path.insert(0, folder); import bmod
sys.path_hooks = None; sys.path.insert(0, folder); import bmod
sys.path_hooks = []; sys.path.insert(0, folder); import bmod
sys.path_hooks = [lambda p: 5]; sys.path.insert(0, folder); import bmod
sys.path_hooks = [lambda p: 1/0]; sys.path.insert(0, folder); import bmod
sys.path_hooks = [lambda p: types.SimpleNamespace(find_module=lambda n: None)]; sys.path[:] = [folder]; import bmod as r
sys.path_hooks = [lambda p: types.SimpleNamespace(find_loader=lambda n: (None, ['x']))]; sys.path[:] = [folder]; import bmod as r
sys.path_hooks = tuple(sys.path_hooks); sys.path.insert(0, folder); import bmod as r
sys.path_importer_cache = None; sys.path.insert(0, folder); import bmod
sys.path_importer_cache = []; sys.path.insert(0, folder); import bmod
del sys.path_importer_cache; sys.path.insert(0, folder); import bmod
sys.path_importer_cache[folder] = None; sys.path.insert(0, folder); import bmod
sys.path_importer_cache[folder] = 5; sys.path.insert(0, folder); import bmod
sys.meta_path = [5]; importlib.import_module('nope_x')
sys.meta_path = [5]; r = importlib.util.find_spec('nope_x')
sys.meta_path = [types.SimpleNamespace(find_spec=5)]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_spec=lambda *a: 5)]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_spec=lambda *a: 1/0)]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_spec=lambda *a: Spec('nope_x', 5))]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_spec=lambda *a: Spec('other', None, is_package=True))]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_spec=lambda *a: types.SimpleNamespace(loader=5, name='nope_x'))]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_module=lambda *a: None)]; import nope_x
sys.meta_path = [types.SimpleNamespace(find_module=5)]; import nope_x
__import__('.a')
__import__('')
__import__('a', level=-1)
__import__('.', {'__package__': 'json', '__spec__': None}, level=1)
""".strip().split("\n")
for line in LINES:
    attempt(line.replace("\\0", "\0").replace("\\ud800", "\ud800") if "\\" not in line else line)


class Importing:
    """Imports the module itself while it is asked for it: the spec is then the one that module has."""
    @staticmethod
    def find_spec(name, path, target=None):
        m = types.ModuleType(name)
        m.__spec__ = importlib.machinery.ModuleSpec("of the module", Loader, origin="there")
        sys.modules[name] = m
        return importlib.machinery.ModuleSpec("of the finder", Loader, origin="elsewhere")


class Loader:
    @staticmethod
    def create_module(spec):
        print("create", spec.name, spec.origin)

    @staticmethod
    def exec_module(module):
        print("exec", module.__spec__.name)


sys.meta_path.insert(0, Importing)
try:
    import nope_y
except KeyError as e:
    print("KeyError", e)
print("nope_y" in sys.modules, "of the module" in sys.modules, "of the finder" in sys.modules)
os.remove(os.path.join(folder, "bmod.py"))
