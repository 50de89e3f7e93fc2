import importlib.machinery
import sys
import warnings


class NoExec:
    def create_module(self, spec):
        return None


class Finder:
    def find_spec(self, name, path, target=None):
        if name == "odd_no_loader":
            return importlib.machinery.ModuleSpec(name, None)
        if name == "odd_raises":
            raise RuntimeError("from the finder")
        if name == "odd_import_error":
            raise ImportError("told by the finder")


sys.meta_path.insert(0, Finder())
for name in "odd_no_loader", "odd_raises", "odd_import_error", "odd_nothing":
    try:
        __import__(name)
    except Exception as e:
        print(name, type(e).__name__, e)
sys.meta_path[:] = []
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    try:
        import odd_gone
    except ImportError as e:
        print(e, [str(w.message) for w in caught])
sys.meta_path = None
try:
    import odd_gone
except ImportError as e:
    print(e)
