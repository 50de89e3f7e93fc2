"""Code whose parameters, flags or instructions a program replaced: what is unbound or of the wrong type raises."""


def f(a, b):
    return b


f.__code__ = f.__code__.replace(co_argcount=1)
try:
    f(1)
except UnboundLocalError as e:
    print(e)


def g(a, *, k):
    return a


for count in (2**31 - 1, 2**31 - 2, 3):
    try:
        g.__code__.replace(co_argcount=count)
    except ValueError as e:
        print(count, e)


def h(a, b):
    return f"{a:{b}}"


code = bytearray(h.__code__.co_code)
code[next(i for i in range(0, len(code), 2) if code[i] == 155)] = 9  # FORMAT_VALUE of b: NOP
h.__code__ = h.__code__.replace(co_code=bytes(code))
try:
    h(1, 5)
except SystemError as e:
    print(e)
print(h(1, "3"))


def k(*args):
    return args


k.__code__ = k.__code__.replace(co_flags=k.__code__.co_flags & ~4)
try:
    k()
except UnboundLocalError as e:
    print(e)


def q(x):
    return {"a": x, "b": x, "c": [x for x in (1, 2)]}


same = q.__code__.replace(co_varnames=("y",))
q.__code__ = same
print(q(1), same.co_varnames)
