# Names of modules that cannot be a file's, and packages that sys.modules says are none.
import importlib.util
import os
import sys
import tempfile

folder = tempfile.mkdtemp()
os.mkdir(folder + "/pack")
with open(folder + "/pack/mod.py", "w") as f:
    f.write("print('imported', __name__)")
sys.path.insert(0, folder)
sys.dont_write_bytecode = True


def attempt(name):
    try:
        print(ascii(name), __import__(name).__name__)
    except Exception as e:
        print(ascii(name), type(e).__name__, ascii(str(e)), ascii(getattr(e, "name", None)))


for name in ("pack/mod", "./pack/mod", "pack/", "/pack", "pack.x/mod", "json/decoder", "xml.etree/ElementTree",
             "pack\0mod", "pack\\mod", "\ud800", "pack.\ud800", "", ".", "pack.", "pack..mod", "x" * 300, "pack.mod"):
    attempt(name)
for name in ("pack/mod", "\ud800", "pack\0mod"):
    print(ascii(name), importlib.util.find_spec(name))

sys.modules["blocked"] = None
sys.modules["pack.none"] = None
for name in ("blocked", "blocked.sub", "blocked.sub.sub", "pack.none", "pack.none.sub"):
    attempt(name)

os.remove(folder + "/pack/mod.py")
os.rmdir(folder + "/pack")
os.rmdir(folder)
