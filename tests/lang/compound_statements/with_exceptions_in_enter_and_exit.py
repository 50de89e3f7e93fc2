class Enter:
    def __enter__(self): raise ValueError("enter")
    def __exit__(self, *a): print("not called")
class Exit:
    def __enter__(self): return self
    def __exit__(self, *a): raise KeyError("exit")
try:
    with Enter(): print("never")
except ValueError as e: print(repr(e))
try:
    with Exit(): raise TypeError("body")
except KeyError as e: print(repr(e), repr(e.__context__))
try:
    with Exit(): pass
except KeyError as e: print(repr(e), repr(e.__context__))
