"""SyntaxErrors of yield and await where they cannot be."""
for source in [
    "class Z:\n a=1\n b = list(a for _ in [1])",
    "def f():\n  yield\n  return 1\nprint(list(f()))",
    "yield 1",
    "class A: yield 1",
    "[(yield 1) for x in y]",
    "lambda: (yield)",
    "def f(x=(yield)): pass",
    "def f(): x = yield = 1",
    "def f(): (yield) = 1",
    "def f(): (yield) += 1",
    "def f(): del (yield)",
    "def f(): return [i for i in (yield)]",
    "def f(): return [(yield i) for i in x]",
    "def f(): return {(yield): 1 for i in x}",
    "def f(): return ((yield) for i in x)",
    "async def f(): yield from x",
    "async def f(): yield; return 1",
    "async def f(): return [(yield) for x in y]",
    "def f(): await x",
    "async def f():\n def g(): await x",
    "def f(): [await x for y in z]",
    "def f(): [x async for y in z]",
    "def f(): async with x: pass",
    "def f(): async for x in y: pass",
    "await x",
    "[x async for x in y]",
    "(x async for x in y)",
    "async def f(): lambda: await x",
    "def f(): (x async for x in y)",
    "async def f(): (await x for y in z)",
    "def f(): (await x for y in z)",
    "def f(): ([x async for x in y] for z in w)",
    "async def f(): [[x async for x in y] for z in w]",
    "class A: await x",
    "async def f(): class A: await x" ,
    "async def f():\n class A: await x",
]:
    try:
        exec(source, {})
        print(repr(source), "runs")
    except Exception as e:
        print(repr(source), type(e).__name__, e)

