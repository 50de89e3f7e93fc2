"""Warnings of importlib are given where its own code gives them: filters and "once for each place" go by that."""
import importlib
import importlib.machinery
import importlib.util
import linecache
import sys
import types
import warnings

where = {}


def shown(message, category, filename, lineno, file=None, line=None):
    print(f"{filename}:{lineno}: {category.__name__}: {message}")


warnings.showwarning = shown


class Old:
    def find_module(self, name, path=None):
        return self if name == "old_found" else None

    def load_module(self, name):
        module = sys.modules[name] = types.ModuleType(name)
        return module


def frames(exc):
    tb = exc.__traceback__
    while tb is not None:
        if tb.tb_frame.f_code.co_filename.startswith("<frozen"):
            yield tb.tb_frame.f_code.co_name, tb.tb_lineno
        tb = tb.tb_next


def attempt(f, *args):
    try:
        return f(*args)
    except ImportError as e:
        print(type(e).__name__, e)
    except Warning as e:
        print("raised", type(e).__name__, *frames(e))


def finders_without_find_spec():
    sys.meta_path.insert(0, Old())
    attempt(importlib.import_module, "old_found")
    attempt(importlib.import_module, "old_missing")
    del sys.meta_path[0]
    sys.modules.pop("old_found", None)


def methods_that_go():
    for finder in importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, importlib.machinery.PathFinder:
        finder.find_module("sys")
    print(importlib.machinery.BuiltinImporter.module_repr(sys), importlib.machinery.FrozenImporter.module_repr(sys))
    finder = importlib.machinery.FileFinder("/nowhere")
    print(finder.find_module("nothing"), finder.find_loader("nothing"))
    print(importlib.util.cache_from_source("/a/b.py", False).replace(sys.implementation.cache_tag, "TAG"))


def no_finders(value):
    kept = sys.meta_path
    sys.meta_path = value
    attempt(importlib.import_module, "nobody_finds_this")
    attempt(__import__, "nobody_finds_this")
    attempt(importlib.import_module, "nobody.finds_this")
    sys.meta_path = kept


class Closed(types.ModuleType):
    __path__ = []
    error = AttributeError

    def __setattr__(self, name, value):
        raise Closed.error(name)


class Any:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, Any) if name.startswith("closed.") else None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass


def parents_that_take_no_children():
    sys.modules["closed"] = Closed("closed")
    sys.meta_path.insert(0, Any)
    attempt(importlib.import_module, "closed.child")
    attempt(importlib.import_module, "closed.child")
    del sys.meta_path[0], sys.modules["closed"]
    sys.modules.pop("closed.child", None)


def parents_that_raise():
    for Closed.error in OSError, TypeError:
        try:
            parents_that_take_no_children()
        except Closed.error as e:
            print(repr(e), *frames(e))
        del sys.meta_path[0], sys.modules["closed"]
        sys.modules.pop("closed.child", None)
    Closed.error = AttributeError


for action in "always", "default", "error":
    print(action)
    with warnings.catch_warnings():
        warnings.showwarning = shown
        warnings.simplefilter(action)
        if action != "error":
            finders_without_find_spec()
            methods_that_go()
        for value in [], (), None:
            no_finders(value)
        parents_that_take_no_children()
parents_that_raise()
with warnings.catch_warnings():
    warnings.showwarning = shown
    warnings.simplefilter("ignore")
    warnings.filterwarnings("always", module="importlib._bootstrap")
    methods_that_go()
