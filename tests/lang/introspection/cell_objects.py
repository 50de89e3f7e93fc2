from types import CellType


def make():
    def get():
        return x

    def late():
        return y

    x = 1
    if not x:
        y = 2
    return get, late


get, late = make()
cell, empty = get.__closure__[0], late.__closure__[0]
print(cell.cell_contents, CellType() == CellType(), CellType(1) < CellType(2), CellType(1) == CellType(1))
try:
    empty.cell_contents
except ValueError as e:
    print(e)
try:
    late()
except NameError as e:
    print(e, e.name)
cell.cell_contents = 5
print(get())
del cell.cell_contents
try:
    get()
except NameError as e:
    print(type(e).__name__, e, e.name)
empty.cell_contents = "set"
print(late())
for act in (lambda: CellType(1, 2), lambda: CellType(contents=1), lambda: hash(CellType()),
            lambda: CellType() < CellType(1), lambda: CellType() == 5, lambda: CellType(1) < CellType("a")):
    try:
        print(act())
    except TypeError as e:
        print(e)
try:
    class Mine(CellType):
        pass
except TypeError as e:
    print(e)
