"""Which of importlib's own frames a failed import shows: by a statement, by import_module(), and
where a finder or loader of the program's fails."""
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import traceback

folder = tempfile.mkdtemp()
FILES = {
    "raising.py": b"1 / 0\n",
    "broken.py": b"x = (\n",
    "bad_bytes.py": b"x = '\xff'\n",
    "outer.py": b"import raising\n",
    "by_name.py": b"import importlib\nimportlib.import_module('raising')\n",
    "missing.py": b"import there_is_none\n",
    "refusing.py": b"raise ImportError('no')\n",
    "package/__init__.py": b"",
    "package/child.py": b"1 / 0\n",
    "package/relative.py": b"from . import nothing\n",
    "failing/__init__.py": b"1 / 0\n",
}
os.mkdir(os.path.join(folder, "package"))
os.mkdir(os.path.join(folder, "failing"))
for name, data in FILES.items():
    with open(os.path.join(folder, name), "wb") as f:
        f.write(data)
sys.path.insert(0, folder)
sys.dont_write_bytecode = True


class Loader(importlib.abc.Loader):
    def __init__(self, how):
        self.how = how

    def create_module(self, spec):
        if self.how == "create":
            1 / 0
        if self.how == "create: ImportError":
            raise ImportError("create")

    def exec_module(self, module):
        if self.how == "exec":
            1 / 0
        if self.how == "exec: ImportError":
            raise ImportError("exec")
        if self.how == "exec imports":
            import raising
        if self.how == "takes it away":
            del sys.modules[module.__name__]


class Finder(importlib.abc.MetaPathFinder):
    def __init__(self, how):
        self.how = how

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] != "made":
            return None
        if self.how == "find":
            1 / 0
        if self.how == "find: ImportError":
            raise ImportError("find")
        if self.how == "no spec":
            return 7
        if self.how == "no loader":
            return importlib.machinery.ModuleSpec(name, None)
        return importlib.util.spec_from_loader(name, Loader(self.how), is_package=True)


def show(what, call, *args):
    print(what, *args)
    try:
        call(*args)
    except Exception as e:
        for frame in traceback.extract_tb(e.__traceback__)[1:]:
            print("   ", os.path.basename(frame.filename), frame.lineno, frame.name)
        print("   ", type(e).__name__, e.msg if isinstance(e, SyntaxError) else str(e).replace(folder, ""))
    for name in list(sys.modules):
        if name in names or name.split(".")[0] in ("made", "package"):
            del sys.modules[name]


def statement(name):
    exec("import " + name, {})


names = "raising broken bad_bytes outer by_name missing refusing package.child package.relative package.none none none.child failing.child".split()
for name in [*names, "os.path.child"]:
    show("statement", statement, name)
    show("import_module", importlib.import_module, name)
    show("__import__", __import__, name)
for how in "find", "find: ImportError", "no spec", "no loader", "create", "create: ImportError", "exec", "exec: ImportError", "exec imports", "takes it away":
    sys.meta_path.insert(0, Finder(how))
    print(how)
    show("statement", statement, "made")
    show("statement", statement, "made.child")
    show("import_module", importlib.import_module, "made")
    show("import_module", importlib.import_module, "made.child")
    sys.meta_path.pop(0)
for where, _, found in os.walk(folder, topdown=False):
    for name in found:
        os.remove(os.path.join(where, name))
    os.rmdir(where)
