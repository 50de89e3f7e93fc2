"""string.Formatter and its two helpers in C; locale's conventions."""
import _string
import locale
import string


def show(f, *args, **kwargs):
    try:
        r = f(*args, **kwargs)
        print(ascii(args), ascii(list(r) if hasattr(r, "__next__") else (r[0], list(r[1])) if f is _string.formatter_field_name_split else r))
    except Exception as e:
        print(ascii(args), type(e).__name__, e)


for text in ("", "abc", "a{}b", "{0}", "{a.b[c]!r:>{w}}", "{{}}", "{", "}", "{0", "{0!}", "{0!r", "{0!rx}", "{:}", "{0!r:}", "a{{b}}c{d}", "{a{b}}", "{0:{1}{2}}", "{é!s}", "}{", "{0]}", "{a[}]}"):
    show(_string.formatter_parser, text)
    show(string.Formatter().format, text, 1, 2, 3, a="A", d="D", é="E")
for name in ("", "0", "a", "a.b", "a[0]", "a[b].c[1]", "a[", "a[]", "a.", ".a", "[0]", "a..b", "a[0]x", "9" * 30, "a[9999999999999999999999]", "0x", "é.ü"):
    show(_string.formatter_field_name_split, name)
show(_string.formatter_parser, 1)
show(_string.formatter_field_name_split, b"a")
f = string.Formatter()
print(f.format("{0.real} {1[k]} {x:>5} {x!r}", 5, {"k": 1}, x="t"), f.vformat("{} {}", (1, 2), {}))
show(f.format, "{} {0}", 1)
show(f.format, "{0} {}", 1)
show(f.format, "{")
print(string.Template("$a ${b} $$").substitute(a=1, b=2), string.Template("$x $").safe_substitute())
print(sorted(locale.localeconv().items()))
# wcscoll() promises a sign: which number it gives depends on the processor.
print(locale.strxfrm("abc"), locale.strcoll("a", "b") < 0, locale.strcoll("b", "a") > 0, locale.strcoll("é", "é"), locale.setlocale(locale.LC_ALL, "C"))
show(locale.setlocale, locale.LC_ALL, "no such")
show(locale.strxfrm, "a\0b")
show(locale.strcoll, 1, "a")
print(locale.format_string("%d %.2f", (1234567, 3.14159), grouping=True), locale.atof("1.5"), locale.str(2.5))
