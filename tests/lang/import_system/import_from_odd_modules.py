# sys.modules may hold anything.
import sys
import types


def show(source):
    try:
        exec(source, {})
        print(source, "works")
    except Exception as e:
        print(source, "->", type(e).__name__, e, getattr(e, "name", None), getattr(e, "path", None))


sys.modules["an_int"] = 3
sys.modules["a_none"] = None
bare = sys.modules["bare"] = types.ModuleType("bare")
named = sys.modules["named"] = types.ModuleType("named")
named.__file__ = "named file"
for source in ("import an_int", "from an_int import real", "from an_int import nope",
               "from an_int import *", "import an_int.sub", "import a_none", "from a_none import x",
               "from bare import x", "import bare.sub", "from named import x"):
    show(source)
del named.__name__
show("from named import x")
show("from named import *")
