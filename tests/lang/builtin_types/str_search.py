# What str contains: find, count, replace, startswith and their kin, at every width.


def t(fn, *args):
    try:
        print(repr(fn(*args)))
    except Exception as e:
        print(type(e).__name__, e)


TEXTS = ["", "a", "abcabcabc", "mississippi", "\xe9t\xe9 \xe9t\xe9",
         "\u0434\u043e\u043c\u0434\u043e\u043c", "a\U0001f600b\U0001f600", "aaaa"]
NEEDLES = ["", "a", "bc", "ss", "issi", "\xe9", "t\xe9", "\u0434\u043e", "\U0001f600b",
           "aa", "zz"]
for text in TEXTS:
    for needle in NEEDLES:
        print(ascii(text), ascii(needle), text.find(needle), text.rfind(needle),
              text.count(needle), needle in text, text.startswith(needle),
              text.endswith(needle), text.find(needle, 1), text.rfind(needle, 0, -1),
              text.count(needle, -4, 100))
        print(ascii(text.replace(needle, "<>")), ascii(text.replace(needle, "\u20ac", 2)))
        print(ascii(text.removeprefix(needle)), ascii(text.removesuffix(needle)))

s = "abcabc"
for args in [(), ("a", 1, 2, 3), (1,), (None,), ("b", None, None), ("b", "x"), (b"a",)]:
    t(s.find, *args)
    t(s.index, *args)
    t(s.count, *args)
    t(s.startswith, *args)
t(s.index, "z")
t(s.rindex, "z")
t(s.startswith, ("x", "ab"))
t(s.startswith, ("x", 1))
t(s.endswith, ("bc", "x"), 2)
t(s.endswith, [])
t(s.replace, "a")
t(s.replace, "a", 1)
t(s.replace, 1, "a")
t(s.replace, "a", "b", "c")
t(s.replace, "a", "b", -1)
t(s.replace, "a", "b", 0)
t(s.replace, "", "-", 3)
t(s.removeprefix, 1)
t(s.removesuffix, None)
t(lambda: 1 in s)
t(lambda: None in "")
t("".find, "", 1)
t("abc".find, "", 3)
t("abc".find, "", 4)
t("abc".rfind, "", 10)
t("abc".count, "", 2)
print(("a" * 1000 + "b").find("a" * 500 + "b"), ("ab" * 1000).count("ba"))
print(("\u0101" * 300 + "\u0102").find("\u0101" * 200 + "\u0102"))
print("\u0100\u0001" * 5 == "\u0100\u0001\u0100\u0001\u0100\u0001\u0100\u0001\u0100\u0001")
