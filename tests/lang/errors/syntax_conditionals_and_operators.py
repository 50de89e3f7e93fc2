sources = [
    "a if b", "a if b else", "a if else b", "x = a if b c", "(a if b)", "[a if b]", "f(a if b, c)",
    "if a = b: pass", "while a = b: pass", "if a: b = 1 else c", "elif a: pass", "else: pass",
    "if a", "if a\n  b", "if: pass", "if a else b: pass", "while: pass", "while a pass",
    "a ! b", "a <> b", "a === b", "a =! b", "a ++ b", "a ++", "++", "a && b", "a || b", "!a", "a ? b : c",
    "a not b", "not", "a is is b", "a not in", "a in not b", "a and", "or a", "a + * b", "a ** ",
    "a -> b", "a => b", "a := b", "a $ b", "a @", "~", "a..b", "a.1", "a.", ".a", "a.if", "lambda: ",
    "await", "yield = 1", "print 1", "print a, b", "exec 'a'", "print", "raise a, b", "a b", "1 a", "'a' 'b' c"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
