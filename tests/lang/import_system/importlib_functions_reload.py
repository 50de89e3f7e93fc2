import importlib
import sys

import support.plain as plain

before = plain.__dict__
plain.extra = 1
again = importlib.reload(plain)
print(again is plain, again.__dict__ is before, plain.extra)
for argument in 3, type(sys)("never imported"):
    try:
        importlib.reload(argument)
    except Exception as e:
        print(type(e).__name__, e)
removed = sys.modules.pop("support.plain")
try:
    importlib.reload(removed)
except ImportError as e:
    print(e, e.name)
from support import plain as still
print(still is removed)
import support.plain
print(support.plain is removed, sys.modules["support.plain"] is support.plain)
sys.modules["support.plain"] = "replaced"
import support.plain as replaced
print(replaced is support.plain)
from support import plain as attribute
print(attribute is support.plain)
