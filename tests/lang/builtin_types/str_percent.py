# The % operator on str and bytes.


def t(fmt, args):
    try:
        print(ascii(fmt % args))
    except Exception as e:
        print(type(e).__name__, e)


class I:
    def __index__(self):
        return 65

    def __int__(self):
        return 66

    def __float__(self):
        return 1.5

    def __str__(self):
        return "I-str"

    def __repr__(self):
        return "I-repr"

    def __bytes__(self):
        return b"I-bytes"


t("%s %r %a", ("\xe9", "\xe9", "\xe9"))
t("%5s|%-5s|%.2s|%5.1s", ("abc", "abc", "abc", "abc"))
t("%d %i %u", (1, -2, 3.9))
t("%5d|%-5d|%05d|%+d|% d|%+05d", (42, 42, 42, 42, 42, 42))
t("%x %X %o %#x %#X %#o", (255, 255, 8, 255, 255, 8))
t("%#5x|%-#8x|%#08x|%.5d|%8.5d|%-8.3x|", (255, 255, 255, 42, 42, 10))
t("%e %E %f %F %g %G", (1.5, 1.5, 1.5, 1.5, 1e10, 1e-10))
t("%.0f %.1f %10.3f %-10.2e| %+g %#g", (2.5, 0.25, 3.14159, 12345.678, 1.0, 1.0))
t("%c%c%c", ("a", 98, "\u20ac"))
t("%%", ())
t("%5%|%-5%|", ())
t("%(a)s %(b)d", {"a": 1, "b": 2})
t("%(a)s", {"b": 1})
t("%(a b)s %((x))s", {"a b": 1, "(x)": 2})
t("%*d|%-*d|%.*f", (5, 42, 5, 42, 2, 3.14159))
t("%*d", (-6, 42))
t("%s", "single")
t("%s", (1, 2))
t("%s %s", (1,))
t("%s %s", 1)
t("", 1)
t("", ())
t("", {})
t("", [1])
t("x", {"a": 1})
t("%d", "a")
t("%d", None)
t("%x", 1.5)
t("%x", "a")
t("%f", "a")
t("%c", "ab")
t("%c", 0x110000)
t("%c", -1)
t("%c", 1.5)
t("%q", 1)
t("%", 1)
t("%(", {})
t("%(a", {"a": 1})
t("%(a)", {"a": 1})
t("%(a)s", 1)
t("%(a)s", "str")
t("%*d", ("a", 1))
t("%.*d", ("a", 1))
t("%5", 1)
t("%l", 1)
t("%ld %hd %Ld", (1, 2, 3))
t("%\u20ac", 1)
t("%d %x %f %s %r %c", (I(), I(), I(), I(), I(), I()))
t("%s", [1, 2])
t("%s", {"a": 1})
t("%s", ((1, 2),))
t("%d", 10 ** 30)
t("%x", -10 ** 20)
t("%.3d|%+.3d|% .4d|%06.3d", (5, 5, 5, 5))
t("%s %s", ("\u20ac", "\U0001f600"))
t("%.2s|%5.3s", ("\u20acuro", "\U0001f600abc"))
t("%f %F %e %g", (float("inf"), float("nan"), float("-inf"), 0.0))
t("%05f|%-8g|%+f", (float("inf"), float("nan"), float("inf")))
t("%#.0f %.0e %.3g", (1.0, 1.5, 123456.0))
t("%99999999999999999999d", 1)
t("%.99999999999d", 1)
t("%(k)s %(k)r", {"k": "v"})
t("%s %(k)s", {"k": "v"})

t(b"%s %b %a %r", (b"x", bytearray(b"y"), "\xe9", b"z"))
t(b"%5s|%-5b|%.2s", (b"abc", b"abc", b"abc"))
t(b"%d %x %05d %f", (1, 255, 42, 1.5))
t(b"%c%c%c", (65, b"b", bytearray(b"c")))
t(b"%s", "str")
t(b"%b", 1)
t(b"%c", 256)
t(b"%c", "a")
t(b"%c", b"ab")
t(b"%d", "a")
t(b"%x", 1.5)
t(b"%f", "a")
t(b"%(a)s", {b"a": b"v"})
t(b"%(a)s", {"a": b"v"})
t(b"%s %s", (b"a",))
t(b"%s", (b"a", b"b"))
t(b"%z", 1)
t(b"%", 1)
t(b"%s", memoryview(b"view"))
t(b"%s %b", (I(), I()))
t(bytearray(b"%d!"), 5)
t(b"%%", ())
