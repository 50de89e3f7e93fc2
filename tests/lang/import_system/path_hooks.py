import importlib.machinery
import sys


class Finder:
    def __init__(self, path):
        self.path = path

    def find_spec(self, name, target=None):
        print("find_spec", self.path, name, target)
        if name == "made_up":
            return importlib.machinery.ModuleSpec(name, Loader(), origin="nowhere")


class Loader:
    def create_module(self, spec):
        print("create", spec.name)

    def exec_module(self, module):
        print("exec", module.__name__)
        module.value = 42


def hook(path):
    if not path.startswith("made:"):
        raise ImportError("not mine")
    print("hook", path)
    return Finder(path)


print([getattr(h, "__name__", h) for h in sys.path_hooks])
sys.path_hooks.append(hook)
sys.path.append("made:up")
import made_up
print(made_up.value, made_up.__spec__.origin, type(made_up.__loader__).__name__)
try:
    import made_up_too
except ModuleNotFoundError as e:
    print(e)
print(type(sys.path_importer_cache["made:up"]).__name__)
