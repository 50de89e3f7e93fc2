import traceback


class Account:
    balance = 1
    def __init__(self): self.deposit = 2
    def method(self): return balanc
def show(f):
    try:
        f()
    except Exception as e:
        print(traceback.format_exception_only(e)[-1].strip())


blech = local_value = 1
def local():
    counter = 1
    return countr
def in_builtins(): return lenn
def other_case(): return Blech
def short(): return bl
def too_far(): return something_else_entirely
def swapped(): return lcoal_value
def unbound():
    x = y_name
    y_name = 1
def free():
    outer_name = 1
    def inner():
        outer_name
        return outer_nmae
    inner()
for f in (local, in_builtins, other_case, short, too_far, swapped, unbound, free, Account().method,
          lambda: Account().balanse, lambda: Account().deposti, lambda: Account.balence, lambda: "".uper(), lambda: [].appendd,
          lambda: {}.key, lambda: (1).reel, lambda: Account().nothing_near, lambda: None.x, lambda: traceback.print_ex(),
          lambda: __import__("math").cosine, lambda: exec("from math import coss"), lambda: exec("from json import dump_s")):
    show(f)
e = NameError("name 'blec' is not defined", name="blec")
print(traceback.format_exception_only(e), e.name)
e = AttributeError("no", name="balanc", obj=Account())
print(traceback.format_exception_only(e), e.name)
