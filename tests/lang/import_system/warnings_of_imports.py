# Which line warnings name that modules give while they are imported, at each stack level, whichever way the import takes;
# and those of importlib's own and of deprecated modules in C.
import importlib, importlib.util, os, sys, tempfile, traceback, warnings

folder = tempfile.TemporaryDirectory()
WARNER = """\
import warnings
warnings.warn("at import", DeprecationWarning, stacklevel=2)
warnings.warn("at import3", UserWarning, stacklevel=3)
warnings.warn("at import1", UserWarning)
warnings.warn_explicit("x", UserWarning, "f", 3)
def f(n): warnings.warn("call %d"%n, UserWarning, stacklevel=n)
"""
WARNER2 = """\
import _warnings as w
w.warn("c at import", UserWarning, stacklevel=2)
w.warn("c at import3", UserWarning, 3)
"""
for name, text in (("warner", WARNER), ("warner2", WARNER2)):
    with open(f"{folder.name}/{name}.py", "w") as f:
        f.write(text)
sys.path.insert(0, folder.name)
sys.dont_write_bytecode = True
warnings.simplefilter("always")


def show(message, category, file, line, *more):
    print("W", category.__name__, message, file.replace(folder.name, "FOLDER"), line)


warnings.showwarning = show
import warner
import warner2
importlib.import_module('warner'); del sys.modules['warner']; importlib.import_module('warner')
del sys.modules['warner2']; importlib.import_module('warner2'); del sys.modules['warner2']; __import__('warner2')
importlib.reload(sys.modules["warner"]); importlib.reload(sys.modules['warner2'])
for i in range(1,6): warner.f(i)
spec=importlib.util.find_spec('warner'); m=importlib.util.module_from_spec(spec); spec.loader.exec_module(m)
spec=importlib.util.find_spec('warner2'); m=importlib.util.module_from_spec(spec); spec.loader.exec_module(m)
spec.loader.load_module('warner2')
sys.modules.pop('warner2'); spec.loader.load_module('warner2')
def g():
    sys.modules.pop("warner",0)
    import warner
g()
exec("del sys.modules['warner']\nimport warner")
import imp, runpy
sys.modules.pop('warner2',0); imp.load_source('warner2',folder.name + '/warner2.py')
runpy.run_path(folder.name + '/warner2.py')
runpy.run_module('warner2')
class LF:
    def find_module(self,n,p=None):
        return None
sys.meta_path.insert(0,LF())
try: import nonnnn
except ImportError: pass
importlib.util.find_spec('nonnnn')
sys.meta_path.pop(0)
class L2:
    def load_module(self,n):
        import types; m=types.ModuleType(n); sys.modules[n]=m; return m
class LF2:
    def find_spec(self,n,p,t=None):
        if n=='oldl': return importlib.machinery.ModuleSpec(n,L2())
sys.meta_path.insert(0,LF2())
import oldl
importlib.reload(oldl)
sys.meta_path.pop(0)
for name in "audioop", "nis", "ossaudiodev", "spwd":
    sys.modules.pop(name, None)
import audioop
import ossaudiodev, spwd
importlib.import_module("nis")
folder.cleanup()
