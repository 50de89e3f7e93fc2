# %-formatting of numbers with every combination of flags.
def attempt(template, value):
    try:
        return template % value
    except (ValueError, OverflowError, TypeError) as e:
        return type(e).__name__ + ": " + str(e)


FLAGS = ["", "-", "+", " ", "#", "0", "-0", "+0", "#0", "-#", " 0", "+#0"]
for flags in FLAGS:
    for size in ("", "8", ".3", "10.5", "2.0"):
        for conversion in "dixXo":
            template = "[%" + flags + size + conversion + "]"
            print(template, [attempt(template, n) for n in (0, 7, -255, 2**70)])
        for conversion in "eEfFgG":
            template = "[%" + flags + size + conversion + "]"
            print(template, [attempt(template, x) for x in (0.0, -1.5, 12345.678, 1e-10, float("inf"), float("nan"))])
print(attempt("%d", 3.99), attempt("%d", -3.99), attempt("%i", True), attempt("%u", 5))
for template in ("%d", "%x", "%o", "%f", "%e", "%g", "%c"):
    print(template, [attempt(template, v) for v in ("a", None, 1.5, 2j, [1])])
print(attempt("%d", float("inf")), attempt("%d", float("nan")), attempt("%f", 10**400))
print("%*d|%-*d|%.*f|%*.*e" % (6, 42, 6, 42, 2, 3.14159, 12, 3, 1234.5))
print("%5.1f%%" % 99.5, "%.0f %.0f %.0f" % (0.5, 1.5, 2.5), "%#.0f %#g" % (3.0, 3.0))
print(b"%d %5x %-6o| %+.2f %e" % (42, 255, 8, 3.14159, 1e10))
for template, value in ((b"%d", "a"), (b"%f", "a"), (b"%x", 1.5)):
    print(attempt(template, value))


class Index:
    def __index__(self):
        return 300


class Int:
    def __int__(self):
        return 77


print("%d %x" % (Index(), Index()), "%d" % Int(), attempt("%x", Int()))
print("%.50f" % 0.1, "%.20g" % 0.1, "%.17e" % 1e22, "%.400f" % 5e-324 == "0." + "0" * 323 + "49406564584124654417656879286822137236505980261432476442558568250067550727020875186529983636163599237979646954457177309266567103559"[:77])
