# split, rsplit, splitlines, partition, strip, join.


def t(fn, *args, **kwargs):
    try:
        print(ascii(fn(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for s in ["", " ", "a b  c ", "  lead", "a,b,,c,", "\u2003x\u3000y\x1cz\x85w", "\xe9,\u20ac,z"]:
    for sep in [None, ",", " ", ",,", "\u20ac", "\U0001f600"]:
        for limit in [-1, 0, 1, 2]:
            print(ascii(s.split(sep, limit)), ascii(s.rsplit(sep, limit)))
    for chars in [None, " ", "a,", "\u2003w\x85 "]:
        print(ascii((s.strip(chars), s.lstrip(chars), s.rstrip(chars))))
    print(ascii((s.partition(","), s.rpartition(","), s.partition("q"), s.rpartition("q"))))
t("a b".split, maxsplit=1)
t("a b".split, sep=" ", maxsplit=0)
t("a b".split, 1)
t("a b".split, "")
t("a b".rsplit, "")
t("a b".split, " ", "x")
t("a b".split, None, 1, 2)
t("a b".split, x=1)
t("a b".partition, "")
t("a b".partition, 1)
t("a b".partition)
t("a b".strip, 1)
t("a b".strip, "a", "b")
t("a b".rpartition, None)
lines = "one\ntwo\r\nthree\rfour\x0bfive\x0csix\x1cseven\x85eight\u2028nine\n\nend"
t(lines.splitlines)
t(lines.splitlines, True)
t(lines.splitlines, keepends=1)
t("".splitlines)
t("\n".splitlines)
t("a".splitlines, 1, 2)
t(", ".join, ["a", "b"])
t("".join, ("x\xe9", "\u20ac"))
t("-".join, "abc")
t("-".join, [])
t("-".join, [1])
t("-".join, ["a", b"b"])
t("-".join, ["a", None, "c"])
t("-".join, 5)
t("-".join, {"k": 1})
t("\u20ac".join, ["only"])
t("\U0001f600".join, ["a", "b"])


class S(str):
    pass


x = S("solo")
print(type("".join([x])), type("".join(["abc"])), type(x.strip()), type(x[:]), type(x * 1),
      type(x + ""), type(str(x)), type(x.lower()), type(x.replace("q", "r")))
