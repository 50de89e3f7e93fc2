class C:
    def __eq__(self, o): raise ValueError("eq")
    def __bool__(self): raise ValueError("bool")
    def __iter__(self): raise ValueError("iter")
    def __len__(self): raise ValueError("len")
    def __hash__(self): raise ValueError("hash")
    def __contains__(self, x): raise ValueError("contains")
    def __getattr__(self, n): raise ValueError("getattr " + n)
    def __repr__(self): raise ValueError("repr")
c = C()
for text in ("c == 1", "not c", "list(c)", "len(c)", "{c}", "1 in c", "c.x", "repr(c)", "[c].index(1)", "f'{c}'", "[*c]", "a, b = c", "if c: pass", "c in [1]", "hasattr(c, 'x')", "'%r' % c", "sorted([c, c])", "dict(c)", "max(c)", "print(c)"):
    try:
        exec(text)
        print(text, "no error")
    except Exception as e:
        print(text, "->", type(e).__name__, e)
