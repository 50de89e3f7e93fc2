sources = [
    "match x:\n case a | b: pass", "match x:\n case 1 | a: pass", "match x:\n case (a | 1): pass",
    "match x:\n case a: pass\n case b: pass", "match x:\n case _: pass\n case 1: pass",
    "match x:\n case a, a: pass", "match x:\n case [a, *a]: pass", "match x:\n case [*a, *b]: pass",
    "match x:\n case {**a, 'b': 1}: pass", "match x:\n case {**_}: pass", "match x:\n case {a: 1}: pass",
    "match x:\n case {'a': 1, 'a': 2}: pass", "match x:\n case {1: a, 1.0: b}: pass", "match x:\n case {f(): 1}: pass",
    "match x:\n case C(a=1, 2): pass", "match x:\n case C(a=1, a=2): pass", "match x:\n case C(a.b=1): pass",
    "match x:\n case 1 as _: pass", "match x:\n case 1 as a.b: pass", "match x:\n case 1 as f(): pass",
    "match x:\n case -a: pass", "match x:\n case 1 + 1: pass", "match x:\n case 1 + a: pass", "match x:\n case -1 - 2j: pass",
    "match x:\n case 1j + 1: pass", "match x:\n case f'a': pass", "match x:\n case 'a' f'b': pass",
    "match x:\n case a if: pass", "match x:\n case: pass", "match x:\n case 1\n", "match x\n case 1: pass",
    "match x:\n case (a as b) as c: pass", "match x:\n case not 1: pass", "match x:\n case a.b(): pass",
    "match x:\n case a.b | a.c: pass", "match x:\n case (1 | 2 as a) | (3 as a): pass",
    "match x:\n case (1 as a) | (2 as b): pass", "match *a, b:\n case c: pass", "match = case = 1", "match(1)"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
