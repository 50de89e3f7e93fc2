"""SourceFileLoader's subclasses: each step that they have of their own is taken, whoever loads."""
import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import types

folder = tempfile.mkdtemp()
path = os.path.join(folder, "victim.py")
with open(path, "w") as f:
    f.write("value = 1\nname = __name__\n")


class Base(importlib.machinery.SourceFileLoader):
    pass


class Data(importlib.machinery.SourceFileLoader):
    def get_data(self, path):
        return b"value = 'data'" if path.endswith(".py") else super().get_data(path)


class Code(importlib.machinery.SourceFileLoader):
    def source_to_code(self, data, path, *, _optimize=-1):
        return compile(data.replace(b"1", b"'code'"), path, "exec")


class Get(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        print("get_code", fullname)
        return compile("value = 'get'", "<get>", "exec")


class Nothing(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        return None


class Name(importlib.machinery.SourceFileLoader):
    def get_filename(self, fullname):
        print("get_filename", fullname)
        return path


class Exec(importlib.machinery.SourceFileLoader):
    def exec_module(self, module):
        super().exec_module(module)
        module.value = ("exec", module.value)


class Fails(importlib.machinery.SourceFileLoader):
    def get_data(self, path):
        raise OSError("no data")


class Create(importlib.machinery.SourceFileLoader):
    def create_module(self, spec):
        return types.SimpleNamespace(made=spec.name)


def attempt(what, f, *args):
    try:
        print(what, f(*args))
    except Exception as e:
        print(what, type(e).__name__, e)


for loader in Base, Data, Code, Get, Nothing, Name, Exec, Fails, Create, importlib.machinery.SourceFileLoader:
    class Finder:
        @staticmethod
        def find_spec(name, path_=None, target=None):
            if name == "victim":
                return importlib.util.spec_from_file_location(name, path, loader=loader(name, path))

    def statement():
        import victim
        return victim.value

    def by_hand():
        spec = Finder.find_spec("victim")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.value

    def by_path_hook():
        finder = importlib.machinery.FileFinder(folder, (loader, [".py"]))
        spec = finder.find_spec("victim")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.value

    print(loader.__name__)
    sys.meta_path.insert(0, Finder)
    attempt("statement", statement)
    sys.modules.pop("victim", None)
    sys.meta_path.remove(Finder)
    attempt("by hand", by_hand)
    attempt("by path hook", by_path_hook)
    attempt("get_code", lambda: loader("victim", path).get_code("victim").co_consts)
    attempt("another name", lambda: loader("victim", path).get_code("other").co_consts)
    attempt("another module", lambda: loader("victim", path).exec_module(types.ModuleType("other")))
    attempt("no module", lambda: loader("victim", path).exec_module(types.SimpleNamespace(__name__="victim")))


def hook(entry):
    if entry == "hooked":
        raise RuntimeError("hook")
    raise ImportError


sys.path_hooks.insert(0, hook)
sys.path.insert(0, "hooked")
try:
    import nothing_of_that_name
except RuntimeError as e:
    print(repr(e), repr(e.__context__))
os.remove(path)
os.rmdir(folder)
