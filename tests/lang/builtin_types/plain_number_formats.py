# Numbers in the formats that are mostly asked for, and in those next to them.


class Int(int):
    def __str__(self):
        return "Int!"

    def __int__(self):
        return 77


class Float(float):
    def __int__(self):
        return 79


VALUES = [
    0, -1, 255, -1234567, 2**53 + 1, -2**62, 2**62, True, -0.0, 1.5, 2.675, 999999999999999.5, -1e16, 1e-5, float("-inf"),
    Int(5), Float(3.25),
]


def shown(make):
    try:
        return repr(make())
    except (TypeError, ValueError, OverflowError) as e:
        return f"{type(e).__name__}: {e}"


for spec in (
    "", "d", "5d", "05d", "<5d", "<05d", ">8", "x", "X", "08x", "o", "b", "060b", "61b", "f", ".2f", "8.3f", "08.3f",
    "<9.1f", "09", ".0f", ".17f", ".18f", "e", ".3E", "g", ".17g", "012.4g", "G", ".3", "+d", " .2f", "#x", ",d", "=6d",
    "%", ".1%", "n", "c", "s", "60d", "99d", "5.", ".d", "z.1f",
):
    print(repr(spec))
    for value in VALUES:
        print("  ", shown(lambda: format(value, spec)), "|", shown(lambda: f"{value:{spec}}") == shown(lambda: format(value, spec)))

for form in (
    "%d", "%5d", "%05d", "%-5d|", "%-05d|", "%i", "%u", "%x", "%X", "%08x", "%o", "%f", "%.2f", "%8.3f", "%08.3f", "%-9.1f|",
    "%e", "%.3E", "%g", "%.17g", "%.18g", "%+d", "% d", "%#x", "%.3d", "%5.d", "%c", "%5s", "%s", "%b", "%ld", "%60d", "%61d",
    "%100d", "%", "%%", "%q", "%é", "<%d>", "%d é",
):
    print(repr(form))
    for value in VALUES:
        print("  ", shown(lambda: form % value))
        if form.isascii():
            print("  ", shown(lambda: form.encode() % value))

print("%s and %s" % ("é", 2), "%s%d" % ("a" * 200, 3) == "a" * 200 + "3", "%d%s" % (4, "\u1234"))
print(shown(lambda: "%d %d" % 1), shown(lambda: "%d" % (1, 2)), shown(lambda: "%s" % ()), shown(lambda: "none" % (1,)))
print("%(a)05d %(b)s %%" % {"a": 7, "b": "x"}, shown(lambda: "%(a)d" % 1), "none" % {})
text = "the very one"
print(("%s" % text) is text, ("%s" % (text,)) is text)
print("%-8s|%8s|" % ("ab", "é"), b"%-8s|%8s|" % (b"ab", b"c"))
for form in ("%*s", b"%*s"):
    try:
        form % (2**58, form[:0])
    except MemoryError:
        print("no memory for so many blanks")
for spec in ("10", "<10", ">10", "^11", "é>5", "*^7", ".2", "5.1", "0", "010"):
    print([shown(lambda: format(s, spec)) for s in ("", "ab", "é", "\u1234b", "ab\u1234")])
