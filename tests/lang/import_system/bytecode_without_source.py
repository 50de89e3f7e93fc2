"""A .pyc beside no source: a module, a package, `-m`, and the program itself."""
import importlib.machinery
import os
import py_compile
import subprocess
import sys
import tempfile

folder = os.path.realpath(tempfile.mkdtemp())
sys.path.insert(0, folder)


def show(text):
    print(text.replace(folder, "DIR"))


def compiled(path, text):
    source = os.path.join(folder, "source.py")
    with open(source, "w") as f:
        f.write(text)
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    py_compile.compile(source, cfile=path)
    os.remove(source)
    return path


module = compiled("alone.pyc", "def f(a):\n    return a + 1\nprint(__name__, __file__ == __cached__)\n")
compiled("pack/__init__.pyc", "print('package', __path__ == __spec__.submodule_search_locations)\n")
compiled("pack/__main__.pyc", "print('runs', __name__, __package__)\n")
compiled("pack/inner.pyc", "print(__name__)\n")
os.mkdir(os.path.join(folder, "alone"))  # a directory that is no package does not hide it

import alone
import pack.inner
print(alone.f(1), type(alone.__loader__).__name__, type(pack.__loader__).__name__)
show(alone.__spec__.origin)
show(alone.__spec__.cached)
show(str(pack.__path__))

with open(os.path.join(folder, "alone.py"), "w") as f:
    f.write("print('source comes first')\n")
del sys.modules["alone"]
import alone
os.remove(alone.__file__)


def program(*args):
    r = subprocess.run([sys.executable, *args], cwd=folder, capture_output=True, text=True)
    show(f"{args[-1]}: {r.returncode} {r.stdout!r} {r.stderr.splitlines()[-1:]}")


def spoiled(name, data):
    with open(os.path.join(folder, name), "wb") as f:
        f.write(data)
    program(name)


with open(module, "rb") as f:
    good = f.read()
program("-m", "alone")
program("-m", "pack")
program("pack")
program("alone.pyc")
spoiled("known_by_its_first_bytes", good)
spoiled("magic.pyc", b"garbage")
spoiled("source.pyc", b"print(1)\n")
spoiled("empty.pyc", b"")
spoiled("header.pyc", good[:10])
spoiled("nothing.pyc", good[:16])
spoiled("nocode.pyc", good[:16] + b"i\1\0\0\0")

for loader in importlib.machinery.SourceFileLoader, importlib.machinery.SourcelessFileLoader:
    one = loader("a.__init__", "/nowhere/__init__.py")
    print(loader.__name__, one.is_package("a.__init__"), loader("a", "/nowhere/__init__.py").is_package("a"))
    for method in "get_filename", "load_module", "get_resource_reader", "is_package":
        for args in (), ("a.__init__",), ("b",), (None,):
            try:
                result = getattr(one, method)(*args)
                print(method, args, result if isinstance(result, (str, bool)) else type(result).__name__)
            except Exception as e:
                print(method, args, f"{type(e).__name__}: {e}")
