import sys
import os.path
print(os.path is sys.modules["posixpath"], "path" in globals())
import os.path as p, json.decoder as d
print(p.__name__, d.__name__, "json" in globals())
from os import path as q, sep as s
print(q is p, s)
from os.path import (join,
                     split as cut,)
print(join("a", "b"), cut("a/b"))


def inside():
    import json.encoder
    from json import decoder as dec
    return sorted(locals())
class Body:
    import math as m
    from math import pi
print(inside(), Body.m.__name__, Body.pi > 3)
def as_global():
    global tokenize
    import tokenize
as_global()
print(tokenize.__name__)
for source in ("from math import nothing_here", "import no_such_module", "import math.sub", "from math import *; x = cos",
               "from no_such import a", "import os.none_such", "from os.path import none_such"):
    try:
        exec(source)
        print(source, "works")
    except ImportError as e:
        print(type(e).__name__, e, "|", e.name, e.path is None)
