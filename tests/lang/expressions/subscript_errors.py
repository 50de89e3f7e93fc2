for text in ("1[0]", "None[0]", "[1][5]", "(1,)[5]", "'a'[5]", "b'a'[5]", "{}['k']", "{}[[]]", "{1}[0]", "range(3)[9]", "len[0]", "object()[0]", "[1]['a']", "'a'['b']", "(1,)[None]"):
    try:
        eval(compile(text, "<t>", "eval"))
    except Exception as e:
        print(text, "->", type(e).__name__, e)
for text in ("(1,)[0] = 1", "'a'[0] = 1", "None[0] = 1", "del (1,)[0]", "del 'a'[0]", "[][0] = 1", "del [][0]", "del {}['k']", "range(3)[0] = 1", "b'a'[0] = 1"):
    try:
        exec(compile(text, "<t>", "exec"))
    except Exception as e:
        print(text, "->", type(e).__name__, e)
