for text in ("5", "'x'", "(int, 3)", "None", "[ValueError]"):
    try:
        try:
            raise ValueError("original")
        except eval(text):
            pass
    except TypeError as e:
        print(e, "|", repr(e.__context__))
