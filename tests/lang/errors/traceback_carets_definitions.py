import traceback


def decorated():
    @(1 + "")
    def f(): pass
def decorator_call():
    @int
    def f(): pass
def default():
    def f(a, b=1 + ""): pass
def annotation():
    def f(a: none_such): pass
def result():
    def f() -> none_such: pass
def base():
    class C(none_such): pass
def bases():
    class C(int, str): pass
def keyword():
    class C(metaclass=int): pass
def body():
    class C:
        x = 1
        y = x + ""
CALLS = decorated, decorator_call, default, annotation, result, base, bases, keyword, body

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
