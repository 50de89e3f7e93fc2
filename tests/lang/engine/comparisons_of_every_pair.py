"""Every operator between two values of every kind, of locals and constants, where it ends a loop, an if, and on its own, warm and with kinds that change."""
import operator

NAN, BIG = float("nan"), 2**80
VALUES = [0, 1, -1, 2**61, -2**62, BIG, -BIG, 0.0, 1.5, -1.5, 1e300, 5e-324, NAN, True, False, "a", "b", "é", b"a", None, (1,), (1.5, "a"), [1], [2]]
NAMES = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge}
SHAPES = {
    "if": "def f(x, y):\n    if x {op} {second}:\n        return True\n    return False\n",
    "unless": "def f(x, y):\n    if not x {op} {second}:\n        return False\n    return True\n",
    "value": "def f(x, y):\n    return bool(x {op} {second})\n",
    "fields": "def f(x, y):\n    p = [x, y]\n    if p[0] {op} {second_of_list}:\n        return True\n    return False\n",
    "while": "def f(x, y):\n    n = 0\n    while n < 3 and x {op} {second}:\n        n += 1\n    return n == 3\n",
    "until": "def f(x, y):\n    n = 0\n    while x {op} {second}:\n        n += 1\n        if n > 2:\n            return True\n    return False\n",
    "loop": "def f(x, y):\n    n = 0\n    for i in range(4):\n        if x {op} {second}:\n            n += 1\n            continue\n    return n == 4\n",
    "and": "def f(x, y):\n    return bool(x {op} {second} and 1)\n",
    "chain": "def f(x, y):\n    return bool(x {op} {second} {op} x)\n",
}


def attempt(function, *args):
    try:
        return function(*args)
    except TypeError as error:
        return str(error)


def function_of(text):
    names = {"BIG": BIG, "NAN": NAN}
    exec(text, names)
    return names["f"]


wrong = 0
for op, plain in NAMES.items():
    for shape, text in SHAPES.items():
        warm = function_of(text.format(op=op, second="y", second_of_list="p[1]"))
        for kind in VALUES[:3], VALUES[7:11], VALUES:
            for turn in range(1 if kind is VALUES else 3):
                for x in kind:
                    for y in kind:
                        expected = attempt(lambda: bool(plain(x, y)))
                        if shape == "chain" and expected is True:
                            expected = attempt(lambda: bool(plain(y, x)))
                        if attempt(warm, x, y) != expected:
                            wrong += 1
                            print("WRONG", op, shape, x, y)
        for second in "0", "1", "-7", "2305843009213693951", "1.5", "'a'", "None", "True":
            warm = function_of(text.format(op=op, second=second, second_of_list=second))
            y = eval(second)
            for kind in [0, 1, -7, 5], [1.5, 0.5, NAN], VALUES:
                for turn in range(1 if kind is VALUES else 3):
                    for x in kind:
                        expected = attempt(lambda: bool(plain(x, y)))
                        if shape == "chain" and expected is True:
                            expected = attempt(lambda: bool(plain(y, x)))
                        if attempt(warm, x, y) != expected:
                            wrong += 1
                            print("WRONG", op, shape, x, second)
print(wrong)

NUMBERS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod, "/": operator.truediv, "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift, "**": operator.pow}
FORMS = ["def f(x, y):\n    return x {op} {second}\n", "def f(x, y):\n    x {op}= {second}\n    return x\n", "def f(x, y):\n    p = [x, y]\n    p[0] {op}= {second}\n    return p[0]\n",
         "def f(x, y):\n    r = None\n    for i in range(2):\n        r = x {op} {second}\n    return r\n", "def f(x, y):\n    r = x\n    for i in range(1):\n        r = r {op} {second}\n    return r\n"]


def try_number(function, *args):
    try:
        return function(*args)
    except (TypeError, ZeroDivisionError, ValueError, OverflowError) as error:
        return type(error).__name__


wrong = 0
for op, plain in NUMBERS.items():
    for form in FORMS:
        for second in "y", "3", "-1", "0", "2305843009213693951", "2.5", "1e308", "True":
            warm = function_of(form.format(op=op, second=second))
            for kind in [1, 2, -3], [0.5, 1e308, -2.0], [2**61, -2**62, 2**40, 5], VALUES[:15]:
                for turn in range(1 if len(kind) > 9 else 2):
                    for x in kind:
                        for y in kind if second == "y" else [eval(second)]:
                            if op in ("<<", "**") and (y not in range(-5, 70) or abs(x) > 2**90 or isinstance(x, float)):
                                continue
                            a, b = try_number(warm, x, y), try_number(plain, x, y)
                            if repr(a) != repr(b) or type(a) is not type(b):
                                wrong += 1
                                print("WRONG", op, form, x, y, a, b)
print(wrong)

ITEMS = ["def f(x, i):\n    return x[i]\n", "def f(x, i):\n    r = []\n    for j in range(2):\n        r.append(x[i])\n    return r[1]\n", "def f(x, i):\n    a = x[i]\n    b = x[i]\n    return a\n"]
HOLDERS = [[1, 2, 3], (1, 2, 3), b"abc", bytearray(b"abc"), "abc", "aé\u20ac", {0: "x", -1: "y", 1.5: "z"}, range(3), memoryview(b"abc"), [], (), b"", ""]


def pick(function, x, i):
    try:
        return function(x, i)
    except (IndexError, KeyError, TypeError) as error:
        return type(error).__name__, str(error)


for form in ITEMS:
    for holder in HOLDERS:
        warm = function_of(form)
        got = []
        for indices in [0, 1], [0, -1, 5, -5], [0, True, 1.5, 2**70, -2**70, None, "a", slice(0, 2)]:
            for turn in range(3):
                got = [pick(warm, holder, i) if not isinstance(i, slice) else str(pick(warm, holder, i))[:9] for i in indices]
        print(type(holder).__name__, len(holder), got)
for form in "def f(x, i, v):\n    x[i] = v\n    return x[i]\n", "def f(x, i, v):\n    for j in range(2):\n        x[i] = v\n    return x[i]\n":
    for make in lambda: [1, 2, 3], lambda: bytearray(b"abc"), lambda: {0: 1}, lambda: (1, 2), lambda: []:
        warm = function_of(form)
        for indices in [0, 1], [0, -1, 5, -5], [0, True, 1.5, 2**70, None]:
            got = [pick(lambda x, i: warm(x, i, 7), make(), i) for turn in range(3) for i in indices]
        print(type(make()).__name__, got[-5:])
