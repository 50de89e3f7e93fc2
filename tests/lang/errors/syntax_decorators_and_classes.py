sources = [
    "@\ndef f(): pass", "@a", "@a\nx = 1", "@a b\ndef f(): pass", "@a\n\ndef f(): pass", "@a;\ndef f(): pass",
    "@a\n@b\nif c: pass", "@a def f(): pass", "@x := y\ndef f(): pass", "@(yield)\ndef f(): pass", "@a\n  def f(): pass",
    "class", "class C", "class C(", "class C()", "class C(): ", "class C(a b): pass", "class C(*): pass", "class C(**): pass",
    "class C[T]: pass", "class C.D: pass", "class (C): pass", "class C: x = ", "class None: pass", "def None(): pass",
    "def f.g(): pass", "def f()", "def f() pass", "def f(): -> int", "async class C: pass", "class C(a=1, b): pass",
    "class C(a, *b, c=1, **d): pass", "class C: return", "def f(): x = return", "lambda: return", "class C(:) pass",
    "@a\nasync def f(): pass", "@a\nasync with b: pass", "@a\nclass C: pass", "@a.b[c](d)\ndef f(): pass"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
