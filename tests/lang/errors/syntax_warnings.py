import warnings

for source in ("x is 1", "x is not 'a'", "() is x", "assert (x, 'message')", "[1](2)", "'a'(b)",
               "[1]['a']", "(1, 2)[1.5]", "'abc'['d']", "{1}[2]", "f'{x}'()", "lambda: 1()",
               "None[0]", "1[0]", "'\\d'", "b'\\z'", "'\\400'", "1if x else 2", "0x1for x in y",
               "1or 2", "1_000and 2", "x is None", "x is ...", "x is True"):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compile(source, "file", "exec")
        except SyntaxError as e:
            print(source, "->", e.msg)
    for w in caught:
        print(source, "->", w.category.__name__, w.message, w.lineno, w.filename)
