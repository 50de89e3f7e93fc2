class C:
    def __new__(cls, *args, **kw):
        print("new", args, kw)
        self = super().__new__(cls)
        return self
    def __init__(self, x, y=2):
        print("init", x, y)
C(1, y=3)
class Other:
    def __new__(cls): return 5
    def __init__(self): print("never")
print(Other())
class BadInit:
    def __init__(self): return 1
try:
    BadInit()
except TypeError as e:
    print(e)
try:
    C()
except TypeError as e:
    print(e)
class Plain: pass
for text in ("Plain(1)", "object(1)", "Plain(a=1)"):
    try:
        eval(text)
    except TypeError as e:
        print(e)
