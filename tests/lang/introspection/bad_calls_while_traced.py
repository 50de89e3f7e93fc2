# While sys.settrace or sys.setprofile listens, CPython's loop binds a method in C to its first argument before it calls
# it: what is wrong with the call is then said in the name of that argument's class. Calls that C makes are as ever.
import sys
from decimal import Context, Decimal


class L(list):
    pass


class S(set):
    pass


class D(Decimal):
    pass


CALLS = {
    "a method": lambda: L().append(),
    "of the class": lambda: list.append(L()),
    "with a star": lambda: list.append(*[L()]),
    "without arguments, by a star": lambda: L().append(*[]),
    "by keyword": lambda: L().append(1, x=2),
    "by two stars": lambda: list.append(L(), **{"x": 1}),
    "of another class": lambda: list.append({}, 1),
    "without self": lambda: list.append(),
    "any number of arguments": lambda: S().union(x=1),
    "by C": lambda: list(map(list.append, [L()])),
    "by a key": lambda: sorted([L()], key=list.append),
    "bound before": lambda: (lambda m: m())(L().append),
    "not bound": lambda: (lambda m: m(L()))(list.append),
    "its own text": lambda: L().index(),
    "without a class": lambda: D(1).__format__(x=1),
    "of a class in C": lambda: Context.create_decimal(Context(), x=1),
    "bound, without a class": lambda: (lambda m: m(x=1))(Context().create_decimal),
}


def said(call):
    try:
        return call()
    except TypeError as e:
        return e


def told(setter, call):
    setter(lambda frame, event, arg: None)
    try:
        return call()
    except TypeError as e:
        return e
    finally:
        setter(None)


for name, call in CALLS.items():
    print(f"{name}:", said(call))
    for setter in sys.settrace, sys.setprofile:
        print("   ", setter.__name__, told(setter, call))

print("__sizeof__" in vars(tuple), "__sizeof__" in vars(bytes))
print([sys.getsizeof(v) - sys.getsizeof(type(v)()) for v in ((1, 2), b"abc")])
