class C:
    def __del__(self): raise ValueError("ignored")
    @classmethod
    def __repr__(cls): return "C"
C.__del__.__qualname__ = "C.del"
import sys
sys.unraisablehook = lambda u: print(u.exc_type.__name__, u.exc_value, u.err_msg)
C()
print("goes on")
