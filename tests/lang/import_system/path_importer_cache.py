# An importer that a program puts there is asked; None means that nothing is there.
import importlib.util
import sys


class Finder:
    @staticmethod
    def find_spec(name, target=None):
        print("asked for", name)
        if name.endswith("_sub"):
            return importlib.util.spec_from_loader(name, Finder, is_package=True)

    create_module = staticmethod(lambda spec: None)
    exec_module = staticmethod(lambda module: print("exec", module.__name__, module.__path__))


sys.path_importer_cache["/no/such/place"] = Finder
sys.path.insert(0, "/no/such/place")
import this_sub
this_sub.__path__.append("/no/such/place")
import this_sub.that_sub
sys.path_importer_cache["/no/such/place"] = None
try:
    import other_sub
except ImportError as e:
    print(e)
