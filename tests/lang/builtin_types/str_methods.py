# Padding, tabs, translation, indexing, slicing, comparison, repr.


def t(fn, *args, **kwargs):
    try:
        print(ascii(fn(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for s in ["", "ab", "abc", "-42", "+1", "\u20ac\u20ac"]:
    for width in [-1, 0, 3, 4, 7, 8]:
        print(ascii([s.center(width), s.center(width, "*"), s.ljust(width, "\xe9"),
                     s.rjust(width, "\U0001f600"), s.zfill(width)]))
t("a".center)
t("a".center, "x")
t("a".center, 3, "")
t("a".center, 3, 4)
t("a".ljust, 3, "ab")
t("a".rjust, 1.5)
t("a".zfill, None)
t("a\tb\tc".expandtabs)
t("a\tb\n\tc".expandtabs, 4)
t("a\tb".expandtabs, 0)
t("a\tb".expandtabs, tabsize=-1)
t("a\tb".expandtabs, "x")
table = str.maketrans({"a": "1", "b": None, 99: "\u20ac", 100: 0x1f600})
print(sorted(table.items(), key=lambda p: p[0]))
t("abcde".translate, table)
t("abc".translate, {97: 0x110000})
t("abc".translate, {97: 1.5})
t("abc".translate, ["x"] * 97 + ["y", "z"])
t("abc".translate, 5)
t(str.maketrans, "ab", "cd", "e")
t(str.maketrans, "ab", "c")
t(str.maketrans, "ab")
t(str.maketrans, 1, "ab")
t(str.maketrans, "a", 1)
t(str.maketrans, {"ab": 1})
t(str.maketrans, {1.5: 1})
t(str.maketrans)

s = "h\xe9llo \u20ac\U0001f600"
for i in [0, 1, -1, 7, -8, 8, -9]:
    t(lambda: s[i])
for sl in [slice(None), slice(1, 4), slice(None, None, -1), slice(None, None, 2), slice(5, 1),
           slice(-3, None), slice(0, 5), slice(6, 0, -2), slice(100, 200)]:
    t(lambda: s[sl])
t(lambda: s["a"])
t(lambda: s[1.0])
t(lambda: s[None])
t(lambda: s[::0])
t(lambda: s[10 ** 30])
t(lambda: s[True])
t(lambda: "ab" * 3)
t(lambda: "ab" * -1)
t(lambda: 2 * "\u20ac")
t(lambda: "a" * 1.5)
t(lambda: "a" * (1 << 62))
t(lambda: "a" + 1)
t(lambda: 1 + "a")
t(lambda: "a" - "b")
t(lambda: "a" < 1)
t(lambda: "a" == 1)
print("a" < "b", "a" < "\u20ac", "\U0001f600" > "\uffff", "ab" >= "abc", "" < "a", "a" != "b")
print(sorted(["b", "\xe9", "a", "\U0001f600", "\u20ac", "", "B"]) == ["", "B", "a", "b", "\xe9", "\u20ac", "\U0001f600"])
for s in ["", "'", '"', "'\"", "\\", "\n\t\r\x00\x1f\x7f", "\x80\xa0\xad\xe9", "\u0378\u20ac\ud800",
          "\U0001f600\U000e0001\U0010ffff", "it's"]:
    print(repr(s), ascii(s), len(repr(s)))
print(list("a\xe9\u20ac"), [c for c in "xyz"], max("hello"), list(reversed("abc")))
it = iter("abc")
next(it)
print(it.__length_hint__(), it.__reduce__()[1:], next(it), next(it), next(it, None), it.__length_hint__())
print(str(), str(5), str(b"ab", "ascii"), str(b"\xe9", encoding="latin-1"), str(object="x"))
t(str, b"ab", 1)
t(str, "ab", "ascii")
t(str, 5, "ascii")
t(str, b"\xff", "ascii")
t(str, b"\xff", errors="replace")
t(str, 1, 2, 3, 4)


class Str(str):
    def __repr__(self):
        return "Str!"

    def __str__(self):
        return "str!"


x = Str("text")
print(x, repr(x), f"{x}", f"{x!r}", "%s %r" % (x, x), x + "y", x == "text", hash(x) == hash("text"), x.upper(), len(x))
x.attr = 5
print(x.attr, x.__dict__, Str("a\u20ac" * 20)[3:5], type(Str("a")))
print("abc".__getnewargs__(), "abc".__contains__("b"), "abc".__mul__(2), "abc".__rmul__(2), "abc".__mod__(()))
print("x".__rmod__("%s!"))
