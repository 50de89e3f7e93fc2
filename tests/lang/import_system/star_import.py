exec("from support.star_all import *", globals())
print(a, "b" in globals(), _c)
from support.star_plain import *
print(x, "_hidden" in globals())
try:
    exec("def f():\n    from math import *")
except SyntaxError as e:
    print(e.msg)
try:
    exec("from support.star_bad import *")
except AttributeError as e:
    print(e)
