# Modules of the library that live inside the interpreter show no source line.
import os
import traceback
from collections.abc import MutableMapping


class Empty(MutableMapping):
    def __getitem__(self, key): raise KeyError(key)
    def __setitem__(self, key, value): pass
    def __delitem__(self, key): pass
    def __iter__(self): return iter(())
    def __len__(self): return 0


for call in (lambda: os.path.join("a", 1), lambda: Empty().pop("x"),
             lambda: os.fsencode(1.5), lambda: os.environ["NO SUCH NAME"]):
    try:
        call()
    except (TypeError, KeyError):
        print(*traceback.format_exc().splitlines()[3:], sep="\n")
os.makedirs("/proc/1/no/such")
