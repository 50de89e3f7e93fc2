def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("stra\u00dfe", "\ufb01x", "\u0130I\u0131", "\u03a3\u03c3\u03c2", "A\u03a3", "A\u03a3 B", "\u03a3", "a\u0345\u03a3", "\u01c5", "\u1e9e", "\u0149", "\u1f80", "\U00010400",
             "d\u017ao", "o'neill x-ray 3rd", "\u2160\u24d0", "\udc80a"):
    print(*(ascii(f(text)) for f in (str.upper, str.lower, str.title, str.capitalize, str.swapcase, str.casefold)))
    print(*(int(f(text)) for f in (str.isupper, str.islower, str.istitle, str.isalpha, str.isalnum, str.isidentifier, str.isprintable)))

# Texts of Latin-1, of which most letters have their other case 0x20 away.
latin = "".join(map(chr, range(256)))
for text in (latin, latin[1:], latin.replace("\xb5", "").replace("\xdf", "").replace("\xff", ""), "a\xc4", "Z\xff", "\u20ac" + latin):
    for change in (str.lower, str.upper, str.swapcase, str.title, str.capitalize, str.casefold):
        changed = change(text)
        print(change.__name__, ascii(changed), len(changed), changed.encode() == "".join(changed).encode())
print([(c, ascii(f(c))) for c in "\xe4\xc4\xd7\xf7\xdf\xff\xb5" for f in (str.lower, str.upper, str.swapcase) if ascii(f(c)) == ascii(c)])
