sources = [
    "if a:", "if a:\nb", "while a:\nb", "for a in b:\nc", "def f():\na", "class C:\na",
    "with a:\nb", "try:\na", "try:\n  a\nb", "try:\n  a\nexcept:\nb", "try:\n  a\nfinally:\nb",
    "try:\n  a\nexcept A:\nb", "try:\n  a\nexcept* A:\nb", "if a:\n  b\nelse:\nc", "if a:\n  b\nelif c:\nd",
    "for a in b:\n  c\nelse:\nd", "match a:\ncase 1: pass", "match a:\n  case 1:\n  b", "match a:\n  b",
    "async def f():\na", "async with a:\nb", "async for a in b:\nc", "  a", "a\n  b", "if a:\n    b\n  c",
    "if a:\n  b\n    c", "if a:\n\tb\n        c", "if a:\n        b\n\tc", "def f():\n  if a:\n  b",
    "if a: if b: c", "if a: def f(): pass", "while a: class C: pass", "for a in b: with c: d",
    "if a:;", "if a: b;; c", ";a", "a;;b", "class C(): def f(self): pass", "with a: try: b"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
