def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("stra\u00dfe", "\ufb01x", "\u0130I\u0131", "\u03a3\u03c3\u03c2", "A\u03a3", "A\u03a3 B", "\u03a3", "a\u0345\u03a3", "\u01c5", "\u1e9e", "\u0149", "\u1f80", "\U00010400",
             "d\u017ao", "o'neill x-ray 3rd", "\u2160\u24d0", "\udc80a"):
    print(*(ascii(f(text)) for f in (str.upper, str.lower, str.title, str.capitalize, str.swapcase, str.casefold)))
    print(*(int(f(text)) for f in (str.isupper, str.islower, str.istitle, str.isalpha, str.isalnum, str.isidentifier, str.isprintable)))
