sources = [
    "with a as b, c as d: pass", "with (a as b, c as d): pass", "with (a as b, c as d,): pass", "with (a): pass",
    "with (a, b): pass", "with (a, b) as c: pass", "with (a as b): pass", "with (a as b) as c: pass",
    "with (a as b), c: pass", "with a as b c: pass", "with a, : pass", "with: pass", "with a", "with (a", "with (a as b",
    "with (a as b:", "with a as b.c, d as e[0]: pass", "with a as (b, c): pass", "with a as [b, *c]: pass", "with a as b + c: pass",
    "with (a as b + c): pass", "with (a as 1): pass", "with (a as f(), b): pass", "with (yield): pass", "with a := b: pass",
    "with (a := b): pass", "with (a := b) as c: pass", "with a if b else c: pass", "with lambda: a: pass", "with *a: pass",
    "with (*a, b): pass", "with (a for a in b): pass", "with (a for a in b) as c: pass", "with a as None: pass", "with (): pass",
    "with (a as b, ): pass", "with (, a): pass", "with (a,, b): pass", "with (a\n  as b): pass"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
