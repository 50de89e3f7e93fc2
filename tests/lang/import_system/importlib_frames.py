# The way through importlib that tracebacks show: by __import__, import_module, reload, by loaders and finders that a
# program asks itself, of its own and of the library; lines are those of 3.11.2.
import importlib, importlib.machinery, importlib.util, io, os, sys, tempfile, traceback, warnings

folder = tempfile.TemporaryDirectory()
os.mkdir(folder.name + "/pk")
for name, text in (("bad", "x = 1\n1/0\n"), ("bad2", "import nonexistent_mod\n"), ("bad3", "def f(:\n"),
                   ("bad4", "raise ImportError('own')\n"), ("pk/__init__", "import pk.sub\n"),
                   ("pk/sub", "raise ValueError('sub')\n")):
    with open(f"{folder.name}/{name}.py", "w") as f:
        f.write(text)
sys.path.insert(0, folder.name)
sys.dont_write_bytecode = True
warnings.simplefilter("ignore")


def tb(f):
    try:
        f()
    except BaseException as e:
        text = io.StringIO()
        traceback.print_exc(file=text)
        print(text.getvalue().replace(folder.name, "FOLDER"))
        t = e.__traceback__
        while t:
            print("  ", t.tb_frame.f_code.co_filename.replace(folder.name, "FOLDER"), t.tb_frame.f_code.co_name, t.tb_lineno)
            t = t.tb_next
    else:
        print("no error")


def imp(name): 
    def f(): __import__(name)
    return f
for n in 'bad bad2 bad3 bad4 pk pk.sub nonex nonex.sub os.nosub json.nosub'.split():
    print('==', n)
    tb(imp(n))
    tb(lambda: importlib.import_module(n))
    sys.modules.pop(n,None)
tb(lambda: importlib.import_module('.x'))
tb(lambda: importlib.import_module('.nosub','json'))
tb(lambda: __import__('', level=0))
tb(lambda: __import__(1))
tb(lambda: exec('from . import x', {}))
tb(lambda: exec('from .. import x', {'__package__':'a'}))
tb(lambda: exec('from json import nonex', {}))
tb(lambda: exec('import json.nonex', {}))
spec=importlib.util.spec_from_file_location('bad',folder.name + '/bad.py')
m=importlib.util.module_from_spec(spec)
tb(lambda: spec.loader.exec_module(m))
tb(lambda: spec.loader.load_module('bad'))
tb(lambda: spec.loader.load_module('other'))
tb(lambda: spec.loader.get_data('/nonex'))
tb(lambda: spec.loader.get_code('other'))
tb(lambda: spec.loader.get_source('bad') and None)
spec3=importlib.util.spec_from_file_location('bad3',folder.name + '/bad3.py')
m3=importlib.util.module_from_spec(spec3)
tb(lambda: spec3.loader.exec_module(m3))
specn=importlib.util.spec_from_file_location('nofile',folder.name + '/nofile.py')
mn=importlib.util.module_from_spec(specn)
tb(lambda: specn.loader.exec_module(mn))
tb(lambda: importlib.reload(1))
class L:
    def create_module(self, spec): 1/0
    def exec_module(self, m): pass
class L2:
    def create_module(self, spec): return None
    def exec_module(self, m): {}['x']
class L3:
    def create_module(self, spec): return None
class L4:
    def load_module(self, n): 1/0
class F:
    def __init__(s, l): s.l=l
    def find_spec(self, n, p, t=None):
        if n=='magic': return importlib.machinery.ModuleSpec(n,self.l)
        if n=='boom': raise RuntimeError('finder')
for l in (L(),L2(),L3(),L4()):
    sys.meta_path.insert(0,F(l))
    print(type(l).__name__)
    tb(imp('magic')); tb(lambda: importlib.import_module('magic')); tb(lambda: importlib.util.find_spec('boom')); tb(imp('boom'))
    if hasattr(l,'create_module'): tb(lambda: importlib.util.module_from_spec(importlib.machinery.ModuleSpec('magic',l)))
    sys.meta_path.pop(0)
class Old:
    def find_module(self, n, p=None):
        if n=='magic2': return L4()
        if n=='boom2': 1/0
sys.meta_path.insert(0,Old())
tb(imp('magic2')); tb(imp('boom2'))
sys.meta_path.pop(0)
def hook(p):
    if p=='/hooked': 1/0
    raise ImportError
sys.path_hooks.insert(0,hook); sys.path.insert(0,'/hooked')
tb(imp('zzz'))
sys.path.pop(0); sys.path_hooks.pop(0)
folder.cleanup()
