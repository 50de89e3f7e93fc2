def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


tests = (str.isalpha, str.isalnum, str.isdecimal, str.isdigit, str.isnumeric, str.isspace, str.isprintable, str.isidentifier, str.isascii,
         str.isupper, str.islower, str.istitle)
for ch in ("", "a", "\u00e9", "1", "\u0663", "\u00b2", "\u2167", "\u4e00", "\u00bd", " ", "\u00a0", "\u200b", "\u2028", "\x1c", "\x85", "\u00ad", "\u0300", "_", "\u2118", "\u00b7",
           "\u037a", "\U0001f600", "\U00010400", "\ud800", "\ue000", "\u0378", "\x7f", "\uff11", "\u01c5", "a1", "1a", "a b", "class", "\u1885", "\u309b"):
    print(ascii(ch), "".join(str(int(t(ch))) for t in tests))
