"""Characters and operators that Python has not, or not there."""
for source in ["x = ?", "a = $b", "!x", "a <> b", "a++", "++a", "a+++", "a = = b", "a =! b", "a === b", "a // / b", "a @@ b", "a -> b", "x :: y", "a ... b", "a..b", "`a`", "a ! b", "a && b", "a || b", "a =: b", "a => b", "a ?: b", "a ~ b", "~~a", "not not a", "- - a", "a if b", "a if b else", "if a: b else: c", "a,, b", "(,)", "[,]", "{,}", "(a,)", "[a,]", "{a,}", "{a:}", "{:a}", "{a: b, c}", "{a, b: c}", "{**a, *b}", "f(a,)", "f(,)", "f(a,,b)", "f(a b)", "a[,]", "a[]", "a[b,]", "a.1", "a.", ".a", "1.a", "a:", "a: ", ": a", "@", "@a", "\\", "\\a", "a \\ b", "a;", ";a", "a;;b", "a\\\n", "'a' 'b", "(a", "a)", "[a)", "(a]", "{a)", "((a)", "(a))", "a = (b\nc = d", "\u00a0a", "a\u200b", "\ufeffa", "a\u2212b", "\u201ca\u201d", "a\x0cb", "\x0ca", "a\x1fb", "a # \u00e9", "#", "", "\n", " ", "\\\n"]:
    try:
        compile(source, "f", "exec")
        print(ascii(source), "compiles")
    except SyntaxError as e:
        print(ascii(source), type(e).__name__, ascii(e.msg), e.lineno, e.offset, e.end_lineno, e.end_offset, ascii(e.text))
