# Cells, None, Ellipsis, NotImplemented.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


def cl():
    x = 1
    def f(): return x
    return f
cell = cl().__closure__[0]
attempt(lambda: cell.cell_contents)
CT = type(cell)
attempt(lambda: CT() == CT())
attempt(lambda: CT(1) < CT(2))
attempt(lambda: CT().cell_contents)
attempt(lambda: repr(CT())[:8])
c2 = CT(5)
c2.cell_contents = 6
attempt(lambda: c2.cell_contents)
del c2.cell_contents
attempt(lambda: c2.cell_contents)
attempt(hash, c2)
attempt(type(None))
attempt(type(None), 1)
attempt(type(...))
attempt(type(NotImplemented))
attempt(lambda: ...)
attempt(lambda: NotImplemented)
attempt(lambda: type(None))
attempt(lambda: type(...))
attempt(lambda: type(NotImplemented))
