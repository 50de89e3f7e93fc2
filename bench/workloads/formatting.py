"""f-strings, % and str.format."""

N = 9500


def run(n):
    total = 0
    for i in range(n):
        total += len(f"{i:>8}|{i / 7:.3f}|{i!r}") + len("%d %s" % (i, "x")) + len("{} {:x}".format(i, i))
    return total
