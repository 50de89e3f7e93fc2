"""Packages that take themselves or others from sys.modules while they are imported, and parents that take no attribute."""
import importlib
import os
import sys
import tempfile
import types
import warnings

FILES = {
    "lost/__init__.py": "import sys; del sys.modules['lost']",
    "lost/sub.py": "",
    "left/__init__.py": "",
    "left/takes.py": "import sys; del sys.modules['left']",
    "left/gone.py": "import sys; del sys.modules['left.gone']",
    "left/none.py": "import sys; sys.modules['left.none'] = None",
    "left/other.py": "import sys; sys.modules['left.other'] = 5",
    "top.py": "import sys; sys.modules.pop('top', None)",
    "odd_all/__init__.py": "__all__ = ['a', 1]",
    "odd_all/a.py": "x = 1",
    "star_all/__init__.py": "__all__ = ['a', '*', 'no_such']",
    "star_all/a.py": "x = 1",
}


def said(action):
    try:
        return action()
    except BaseException as e:
        return type(e).__name__, str(e).replace(folder, "FOLDER"), getattr(e, "name", None)


def statement(text):
    space = {}
    exec(text, space)
    return sorted(k for k in space if k != "__builtins__")


class Fixed:
    """No attribute can be set on it."""
    __slots__ = ()
    __path__ = property(lambda self: [os.path.join(folder, "left")])
    __name__ = "fixed"


class Refuses(types.ModuleType):
    def __setattr__(self, name, value):
        if name == "plain":
            raise AttributeError(name)
        if name == "worse":
            raise ZeroDivisionError(name)
        super().__setattr__(name, value)


class OddPath(types.ModuleType):
    @property
    def __path__(self):
        raise ZeroDivisionError("no path")


class OddTruth:
    def __bool__(self):
        raise ZeroDivisionError("no truth")


with tempfile.TemporaryDirectory() as folder:
    for name, text in {**FILES, "left/plain.py": "y = 2", "left/worse.py": "y = 3"}.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    sys.path.insert(0, folder)
    for text in ("import lost", "import lost.sub", "import left.takes", "import left.gone", "import left.none", "import left.other", "import top",
                 "from left import gone", "from left import none", "from left import other", "from left import takes", "import left.takes as t",
                 "from odd_all import *", "from star_all import *", "from odd_all import a, b", "import left.plain.deeper", "import left.other.deeper"):
        print(text, said(lambda: statement(text)))
        for name in ("lost", "lost.sub", "left", "left.takes", "left.gone", "left.none", "left.other", "left.plain", "top", "odd_all", "odd_all.a", "star_all", "star_all.a"):
            sys.modules.pop(name, None)

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        sys.modules["fixed"] = Fixed()
        print(said(lambda: importlib.import_module("fixed.plain").y))
        sys.modules["refuses"] = Refuses("refuses")
        sys.modules["refuses"].__path__ = [os.path.join(folder, "left")]
        print(said(lambda: importlib.import_module("refuses.plain").y), said(lambda: importlib.import_module("refuses.worse").y))
        print([(w.category.__name__, str(w.message)) for w in seen])
    sys.path.remove(folder)

sys.modules["odd_path"] = OddPath("odd_path")
print(said(lambda: __import__("odd_path")) is sys.modules["odd_path"], said(lambda: __import__("odd_path", fromlist=["a"])), said(lambda: importlib.import_module("odd_path.sub")))
print(said(lambda: __import__("os", fromlist=OddTruth())), said(lambda: __import__("os", fromlist=5)), said(lambda: __import__("os", None, None, None)) is os)


def relative(**names):
    return said(lambda: __import__("x", names, None, ("y",), 1))


Parent = types.SimpleNamespace
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(relative(), relative(__name__="a"), relative(__name__="a.b"), relative(__name__=5), relative(__name__="a", __path__=[]))
    print(relative(__package__=5), relative(__package__="p"), relative(__package__=None, __name__="q.r"), relative(__package__=""))
    print(relative(__spec__=Parent(parent=5)), relative(__spec__=Parent(parent="p")), relative(__spec__=Parent()), relative(__spec__=None, __name__="q.r"))
    print(relative(__package__="p", __spec__=Parent(parent="other")), relative(__package__="p", __spec__=Parent()), relative(__package__="p", __spec__=Parent(parent=5)))
    print([(w.category.__name__, str(w.message)) for w in seen])
print(said(lambda: __import__("x", None, None, (), 1)), said(lambda: __import__("x", 5, None, (), 1)), said(lambda: __import__("", {}, None, (), 1)))
for name in "", ".", ".a", "..", "a..b", "a.", 5, b"a", None:
    print(repr(name), said(lambda: __import__(name)))
