sources = [
    "def f(x):\n global x", "def f(x):\n nonlocal x", "def f():\n x = 1\n global x", "def f():\n print(x)\n global x",
    "def f():\n nonlocal x", "nonlocal x", "class C:\n nonlocal x", "def f():\n global x\n nonlocal x",
    "def f():\n global x\n x: int = 1", "def f():\n def g():\n  nonlocal x\n  x: int = 1\n x = 2",
    "def f():\n x: int\n global x", "def f():\n for x in y: pass\n global x", "def f():\n import x\n global x",
    "def f():\n def x(): pass\n global x", "def f():\n class x: pass\n nonlocal x", "def f():\n with a as x: pass\n global x",
    "def f():\n global x\n global x", "def f():\n del x\n global x", "def f():\n x += 1\n global x",
    "global x\nx: int = 1", "x = 1\nglobal x", "class C:\n x = 1\n global x",
    "def f():\n x = 1\n def g():\n  x = 2\n  nonlocal x", "def f():\n x = 1\n def g():\n  print(x)\n  nonlocal x",
    "def f(a, b=(a := 1)): global a", "lambda x: (yield)", "global", "global a b", "nonlocal a,"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
