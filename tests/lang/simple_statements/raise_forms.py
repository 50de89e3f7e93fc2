for text in ("raise ValueError", "raise ValueError('x')", "raise ValueError('x', 1)", "raise KeyError('k') from None", "raise 5", "raise", "raise int",
             "raise ValueError from 5", "raise ValueError from TypeError"):
    try:
        exec(text)
    except BaseException as e:
        print(text, "->", repr(e), e.args, repr(e.__cause__), e.__suppress_context__)
