# The format mini-language on numbers: every combination of a small set of pieces.
def attempt(value, spec):
    try:
        return format(value, spec)
    except (ValueError, OverflowError) as e:
        return type(e).__name__ + ": " + str(e)


INTS = [0, 5, -42, 1234567, -2**40, 10**25]
FLOATS = [0.0, -0.0, 1.5, -3.14159, 1234567.891, 1e-7, 1e22, float("inf"), float("nan")]
for spec in ("", "d", "5", "<8", ">8d", "^9", "=+9", "*^12d", "+", " ", "-", "08", "+08d", "#x", "#o", "#b", "#X", "#010x",
             "x", "X", "o", "b", ",", "_", "20,", "020,", "_b", "_x", "#_x", "030_b", "c", "n", "e", ".3e", "f", ".0f",
             ".2f", "g", "%", ".1%", ",.2f", "010.2f", "s", "q", ".3", "z", ",x", ",_", "_,", ",,", ".", "xx", "5.", "0<5",
             "\u20ac>8", "\U0001f600^9", "=8,d", "z.1f", "+z.0f", "99", "1.1.1", ">", "=", "00", "<05"):
    for n in INTS:
        print(ascii(spec), n, ascii(attempt(n, spec)))
for spec in ("", "5", "<10", ">10", "^11", "=+12", "*^12", "+", " ", "010", "+012", "e", ".3e", "E", ".0e", "#.0e", "f", ".2f",
             ".0f", "#.0f", "F", "g", ".3g", "#.3g", "G", ".10g", "%", ".1%", "n", ",", "_", ",.2f", "_.3f", "020,.2f", "21,.1f",
             ".3", ".0", ".17", ".1", "z", "z.1f", "z.0e", "+z.1f", "d", "x", "c", "s", ",n", ".400f", "#", "#g", "<<10", "0>10.1f"):
    for x in FLOATS:
        r = attempt(x, spec)
        print(ascii(spec), x, r if len(r) < 60 else (len(r), r[:12], r[-12:]))
for n in (0, 65, 8364, 0x10ffff, 0x110000, -1, 0xd800):
    print(n, ascii(attempt(n, "c")), ascii(attempt(n, "5c")), ascii(attempt(n, "<5c")), attempt(n, "+c"), attempt(n, "#c"), attempt(n, ",c"))
print(attempt(1, "99999999999999999999"), attempt(1.0, ".99999999999999999999f"), attempt(1.0, ".2147483648f"))
print(attempt(10**400, "f"), attempt(10**308, ".3e"), attempt(True, "d"), attempt(True, ">6"), attempt(1, "\u0665"))
for width in range(0, 14):
    print(format(1234567, "0%d," % width), format(-12345, "0%d_" % width), format(255, "#0%d_b" % width), format(1234.5, "0%d,.1f" % width))
for spec in ("5", "<5", "*>6", "^7.2", ".0", ".10", "s", "=5", "+", " ", "#", "z", ",", "_", "05", "d", "x\u1234"):
    print(ascii(spec), attempt("ab\u00e9", spec))
try:
    format(None, "5")
except TypeError as e:
    print(e)
