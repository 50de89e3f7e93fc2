sources = [
    "1a", "1_", "1__0", "0x", "0xg", "0b2", "0b", "0o8", "0o", "012", "0_1", "00", "0_0", "09.5", "09", "1e", "1e+", "1e5x",
    "1.5a", "1jj", "1_j", "1._5", "1.5_", "0x_", "0x_f", "0b1_", "1.e1", "1if", "1else", "1_000_", "9_9_9a",
    "a$", "a?", "a\u20ac", "\u20ac", "\u2018a\u2019", "a\u00a0b", "\ufeffa", "a\u200b", "x = \u201cq\u201d", "\x00"[:0] + "\x01",
    "a \\ b", "a \\", "\\", "(a]", "(a}", "[a)", "{a)", ")", "]", "}", "(", "[", "{", "((a)", "(a\nb", "f(a\n[b)",
    "@", "a @ = b", "a = = b", "a : b : c", "...a", "a...", ". ..", "-> a", ":=", "`a`", "a!", "a ! = b"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
