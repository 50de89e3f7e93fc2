import builtins
import os
real = builtins.__import__
def spy(name, globals=None, locals=None, fromlist=(), level=0):
    print("import", name, fromlist, level)
    return real(name, globals, locals, fromlist, level)
builtins.__import__ = spy
import math
from math import pi, e
import os.path
builtins.__import__ = real
