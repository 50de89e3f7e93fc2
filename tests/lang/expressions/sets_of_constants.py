"""Sets of constants iterate in CPython's order: made of the source's order, then of the table's, and once more where
interning changes one of their strings; in a .pyc file they are sorted."""
import importlib.machinery
import os
import py_compile
import random
import tempfile

numbers = random.Random(3)


def source(count, known):
    names = ["k%d" % numbers.randrange(10**6) for _ in range(count)]
    if known:
        names[0] = known
    return "{" + ", ".join(map(repr, names)) + "}"


for count in 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 12, 20, 33, 70:
    for known in None, "numbers_of_all", "os":
        text = source(count, known)
        print(count, list(eval(text)))
        print(list(compile("x in " + text, "f", "eval").co_consts[0]))
        # The name is interned as the source is read.
        print(list(eval(f"lambda numbers_of_all: {text}")(0)))
        # Two of the same: the first decides.
        turned = "{" + ", ".join(reversed(text[1:-1].split(", "))) + "}"
        print([list(x) for x in eval(f"({text}, {turned})")])

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "sets.py")
    with open(path, "w") as file:
        for number, count in enumerate((3, 4, 5, 6, 7, 8, 20, 60)):
            file.write(f"s{number} = {source(count, None)}\n")
        file.write("mixed = {1.5, b'bytes', 'two words', '\\xe9\\xe8', '\\u20ac', 'a' * 3, 12345, -70000, 2.5, b'other'}\n")
    kept = py_compile.compile(path, os.path.join(folder, "kept.pyc"))
    loaded = importlib.machinery.SourcelessFileLoader("sets", kept).get_code("sets")
    space = {}
    exec(loaded, space)
    for name, value in space.items():
        if isinstance(value, set):
            print(name, list(value))
