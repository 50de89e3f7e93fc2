class MyError(Exception):
    def __init__(self, code, msg="default"):
        super().__init__(msg)
        self.code = code
    def __str__(self): return f"[{self.code}] {super().__str__()}"
class Sub(MyError, ValueError): pass
try:
    raise Sub(7, "hi")
except ValueError as e:
    print(e, repr(e), e.code, e.args, isinstance(e, MyError))
try:
    raise MyError
except TypeError as e:
    print(e)
class NotAnException: pass
for bad in (NotAnException, NotAnException(), "string", None):
    try:
        raise bad
    except TypeError as e:
        print(e)
