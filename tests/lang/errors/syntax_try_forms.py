sources = [
    "try: pass", "try: pass\nelse: pass", "try: pass\nfinally: pass\nexcept: pass",
    "try: pass\nexcept: pass\nexcept A: pass", "try: pass\nexcept A: pass\nexcept: pass\nexcept B: pass",
    "try: pass\nexcept A, B: pass", "try: pass\nexcept A, B as c: pass", "try: pass\nexcept A as b.c: pass",
    "try: pass\nexcept A as 1: pass", "try: pass\nexcept A as (b): pass", "try: pass\nexcept A b: pass",
    "try: pass\nexcept* : pass", "try: pass\nexcept*: pass", "try: pass\nexcept* A, B: pass",
    "try: pass\nexcept A: pass\nexcept* B: pass", "try: pass\nexcept* A: pass\nexcept B: pass",
    "try: pass\nexcept* A: pass\nexcept: pass", "try: pass\nexcept A", "try: pass\nexcept", "try\n  a",
    "except: pass", "finally: pass", "try: pass\nfinally", "try: pass\nelse: pass\nfinally: pass",
    "def f():\n try: pass\n except* A: return", "while 1:\n try: pass\n except* A: break",
    "while 1:\n try: pass\n except* A: continue",
    "while 1:\n try: pass\n except* A:\n  while 2: break",
    "def f():\n try: pass\n except* A:\n  def g(): return 1"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
