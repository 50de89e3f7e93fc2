# The modules of os import each other: any of them may be the first that a program imports.
import genericpath
import os

print(genericpath.commonprefix(["abc", "abd"]), os.path.genericpath is genericpath)

from importlib._bootstrap import _builtin_from_name, _load, _ERR_MSG

print(_builtin_from_name("math").__name__, _ERR_MSG.format("a"))
try:
    _builtin_from_name("no.such")
except ImportError as e:
    print(e)
