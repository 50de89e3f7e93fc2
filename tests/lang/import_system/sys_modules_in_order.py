"""A module is put at the end of sys.modules again when its body has run: a package stands behind what it imported."""
import os
import re
import shutil
import sys
import tempfile

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
FILES = {"tp/__init__.py": "from . import a\nfrom .sub import c\n", "tp/a.py": "import tp.b\n", "tp/b.py": "x = 1\n",
         "tp/sub/__init__.py": "", "tp/sub/c.py": "y = 1\n", "tp/selfdel.py": "import sys; del sys.modules[__name__]\n",
         "tp/selfrep.py": "import sys; sys.modules[__name__] = 5\n", "tp/raises.py": "import tp.late\n1 / 0\n",
         "tp/selfnone.py": "import sys; sys.modules[__name__] = None\n", "tp/late.py": "", "ring.py": "import rings\n",
         "rings.py": "import ring\n"}
for name, text in FILES.items():
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def show(what):
    print(what, re.findall(r"(?<!\S)(?:tp|rings?|found)(?:\.\S+)?(?!\S)", " ".join(sys.modules)))


import tp
show("package")
for name in "selfdel", "selfrep", "selfnone", "raises":
    try:
        print(__import__("tp." + name, fromlist=["x"]))
    except BaseException as e:
        print(type(e).__name__, e)
    show(name)
import ring
show("ring")
import importlib
import importlib.machinery
import types
importlib.reload(tp)
show("reload")
importlib.reload(tp.sub)
show("reload of a part")
sys.modules["tp.c"] = sys.modules.pop("tp.a")
import tp.a
show("again")


class Loader:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ == "found":
            import found.part


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "found":
            return importlib.machinery.ModuleSpec(name, Loader(), is_package=True)


sys.meta_path.insert(0, Finder())
import found
show("finder")
shutil.rmtree(folder)
