import sys
def foo(*a): ...
def bar(*a): ...
class A:
    def __call__(self, *a): pass
    def __del__(self): sys.settrace(bar)
class P:
    def __call__(self, *a): pass
    def __del__(self): sys.setprofile(bar)
def hook(u): print(u.exc_type, u.exc_value, u.object)
sys.unraisablehook = lambda u: out.append((u.exc_type, str(u.exc_value), u.object is A.__del__, u.object is P.__del__))
out=[]
sys.settrace(A()); sys.settrace(foo); x=sys.gettrace(); sys.settrace(None); print(x is foo, out)
sys.setprofile(P()); sys.setprofile(foo); x=sys.getprofile(); sys.setprofile(None); print(x is foo, out)
sys.settrace(A()); sys.settrace(None); x=sys.gettrace(); sys.settrace(None); print(x is None, out)
