class Falsy:
    def __bool__(self):
        return False
class NoBool:
    def __bool__(self):
        raise ValueError("no truth")
class Odd:
    def __bool__(self):
        return 3


def show(f):
    try:
        f()
        print("passed")
    except Exception as e:
        print(type(e).__name__, e.args)


def plain(): assert 0
def text(): assert [], "text"
def a_tuple(): assert (), ("a", 1)
def an_exception(): assert None, ValueError("x")
def falsy(): assert Falsy(), Falsy
def no_bool(): assert NoBool(), "not reached"
def odd(): assert Odd()
def message_fails(): assert 0, 1 / 0
def true(): assert 1, print("not evaluated")
def chained(): assert 1 < 2 < 1, "chain"
for f in plain, text, a_tuple, an_exception, falsy, no_bool, odd, message_fails, true, chained:
    show(f)
saved, AssertionErrorToo = AssertionError, KeyError
import builtins
builtins.AssertionError = KeyError
show(plain)
builtins.AssertionError = saved
