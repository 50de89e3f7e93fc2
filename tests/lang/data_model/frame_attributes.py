import sys
def inner():
    f = sys._getframe()
    return f.f_code.co_name, f.f_back.f_code.co_name, f.f_lineno, sorted(f.f_locals), f.f_back.f_locals["n"]
def outer(n):
    m = n
    return inner()
print(outer(5))
print(sys._getframe().f_code.co_name, sys._getframe().f_globals is globals(), sys._getframe().f_locals is globals())
try:
    sys._getframe(100)
except ValueError as e:
    print(e)
