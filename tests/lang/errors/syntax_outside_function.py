sources = [
    "return", "return 1", "class C: return 1", "yield", "x = yield 1", "yield from x", "class C: yield 1",
    "await x", "def f(): await x", "lambda: await x", "async with a: pass", "def f():\n async with a: pass",
    "async for x in y: pass", "def f():\n async for x in y: pass", "[x async for x in y]",
    "def f(): return [x async for x in y]", "async def f(): return [x async for x in y]",
    "async def f(): return (await x for x in y)", "def f(): return (await x for x in y)",
    "async def f(): yield 1; return 2", "async def f(): yield from x", "async def f(): yield 1; return",
    "break", "continue", "if a: break", "class C: break", "for x in y:\n def f(): break",
    "while 1:\n class C: continue", "for x in y: pass\nelse: break", "async x = 1", "async", "async def", "async lambda: 0",
    "def f():\n async def g(): return [await x for x in y]", "async def f(): lambda: await x",
    "[await x for x in y]", "(await x for x in y)", "def f(a=await x): pass", "async def f(a=await x): pass"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
