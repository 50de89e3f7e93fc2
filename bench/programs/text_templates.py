"""Letters and tables by string.Template, str.format, f-strings, percent and format specs."""
import string

N = 2053
LETTER = string.Template("Dear $name,\n\nyour order ${order} of $count pieces costs $$${price}.\n$missing\n")
ROW = "{name:<12}|{count:>6,d}|{price:>10.2f}|{share:7.1%}|{order!r:>8}|{items[0]}-{items[1]}"


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __format__(self, spec):
        return format(f"{self.cents // 100}.{self.cents % 100:02d}", spec or "s")


def run(n):
    total = 0
    for i in range(n):
        values = {"name": f"customer {i}", "order": i * 7919 % 1000, "count": i * 31, "price": i * 1.25, "share": i / n,
                  "items": ("a", i)}
        total += len(LETTER.safe_substitute(values)) + len(ROW.format(**values)) + len(ROW.format_map(values))
        total += len("%-10s|%5d|%08.3f|%x|%r" % (values["name"], i, i / 3, i, values["items"]))
        total += len(f"{Money(i * 37):>12}|{i:#06x}|{i / 7:e}|{values['name']!r:^24}|{i:{i % 9 + 1}d}|{i % 2 == 0}")
        total += len("{:*^30}{:+d}{:_}".format(values["name"].title(), i, i * 1000003))
    return total
