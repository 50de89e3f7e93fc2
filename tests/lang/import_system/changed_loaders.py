"""What programs put into importlib's own classes is what imports run: methods of SourceFileLoader and FileFinder,
attributes of a loader, loaders for other suffixes in sys.path_hooks."""
import importlib
import importlib.machinery as machinery
import importlib.util
import os
import sys
import tempfile

sys.dont_write_bytecode = True
folder = tempfile.mkdtemp()
sys.path.insert(0, folder)
with open(os.path.join(folder, "victim.py"), "w") as file:
    file.write("x = 1\n")
seen = []


def imported(name="victim"):
    sys.modules.pop(name, None)
    seen.clear()
    return importlib.import_module(name).x


def watched(cls, name):
    original, own = getattr(cls, name), name in vars(cls)

    def method(self, *args, **kwargs):
        seen.append(name)
        return original(self, *args, **kwargs)

    setattr(cls, name, method)
    print(cls.__name__, name, imported(), seen)
    if own:
        setattr(cls, name, original)
    else:
        delattr(cls, name)


print(imported(), seen)
for name in ("exec_module", "create_module", "get_code", "get_filename", "get_data", "path_stats", "source_to_code",
             "__init__", "set_data", "is_package"):
    watched(machinery.SourceFileLoader, name)
watched(machinery.FileFinder, "find_spec")
watched(machinery.FileFinder, "_get_spec")
print(imported(), seen)

original = machinery.SourceFileLoader.get_data
machinery.SourceFileLoader.get_data = lambda self, path: original(self, path).replace(b"1", b"99")
print(imported())
machinery.SourceFileLoader.get_data = original

loader = importlib.util.find_spec("victim").loader
loader.get_data = lambda path: b"x = 42\n"
module = importlib.util.module_from_spec(importlib.util.spec_from_loader("victim", loader))
loader.exec_module(module)
print(module.x)


class Loud(machinery.SourceFileLoader):
    def source_to_code(self, data, path, **options):
        return compile(data.upper().replace(b"X", b"x"), path, "exec", **options)


for name, text in ("other.loud", "x = 'loud'\n"), ("plain.py", "x = 'plain'\n"), ("third.louder", "x = 'third'\n"):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
sys.path_hooks.insert(0, machinery.FileFinder.path_hook((Loud, [".loud"]), (machinery.SourceFileLoader, [".py"])))
sys.path_importer_cache.clear()
print(imported("other"), sys.modules["other"].__file__[-10:], type(sys.modules["other"].__loader__).__name__)
print(imported("plain"), type(sys.modules["plain"].__loader__).__name__)
finder = sys.path_importer_cache[folder]
finder._loaders.append((".louder", Loud))
finder.invalidate_caches()
print(imported("third"))
sys.path.remove(folder)
sys.path_importer_cache.clear()
del sys.path_hooks[0]
for name in "victim", "other", "plain", "third":
    sys.modules.pop(name, None)
