import _symtable
import symtable

SOURCE = '''
import os
x: int = 1
def outer(a, *b, c=1, **d):
    global g
    def inner():
        nonlocal a
        a += os.sep
        return lambda: (a, b)
    return [i for i in c if i], {k: v for k, v in d}
class K(outer):
    """doc"""
    __hidden = y = 2
    def m(self):
        return super().m, self.__hidden
'''


def show(table, indent=0):
    symbols = sorted(table.symbols.items())
    print(" " * indent, table.type, table.name, table.lineno, table.nested, table.varnames, symbols)
    for child in table.children:
        show(child, indent + 1)


show(_symtable.symtable(SOURCE, "a.py", "exec"))
top = symtable.symtable(SOURCE, "a.py", "exec")
f = top.lookup("outer").get_namespace()
print(f, f.get_parameters(), f.get_locals(), f.get_globals(), sorted(f.get_identifiers()))
k = top.lookup("K").get_namespace()
print(k.get_methods(), k.lookup("m").is_namespace(), type(_symtable.symtable("1", "f", "eval")).__name__)
for arguments in (("1", "f", "bad"), ("1", "f"), (1, "f", "exec"), ("(", "f", "exec"), ("def f(a, a): 0", "f", "exec"),
                  ("1", "f", 3)):
    try:
        _symtable.symtable(*arguments)
    except (TypeError, ValueError, SyntaxError) as e:
        print(type(e).__name__, e)
