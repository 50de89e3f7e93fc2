"""What is printed of what bpftrace says. A view takes (type, data) pairs, has a turn now and then, and
an end."""
import shutil
import time


def rows_of(data):
    """[(name of the map, key, value)] of what bpftrace says of maps."""
    return [(name, key, value) for name, rows in data.items()
            for key, value in (rows.items() if isinstance(rows, dict) else [("", rows)])]


def visible(name):
    """A program's own name cannot break a row, nor play tricks on the terminal."""
    return name if name.isprintable() else "".join(
        c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode("ascii") for c in name)


def place(key):
    """"file,function" as file:function; the last comma parts them, as no function has one in its name."""
    file, comma, name = visible(key).rpartition(",")
    return f"{file}:{name}" if comma else name


class Log:
    """Lines, as they come."""

    maps = ()

    def __init__(self, options, output):
        self.options = options
        self.output = output

    def take(self, what, data):
        if what == "printf":
            self.output.write(data)
            self.output.flush()

    def turn(self):
        pass

    def end(self):
        self.output.flush()


class Table(Log):
    """Rows of maps, greatest first; with an interval those of each, anew."""

    def __init__(self, options, output):
        super().__init__(options, output)
        self.rows = {}

    def take(self, what, data):
        if what == "printf" and data == "\n":
            self.show()
        elif what == "printf":
            super().take(what, data)
        else:
            self.rows.update({key: value for name, key, value in rows_of(data) if name in self.maps})

    def order(self):
        """The rows to be shown: [(key, value)]."""
        rows = sorted(self.rows.items(), key=lambda row: (-self.weight(row[1]), row[0]))
        return rows[:self.options.top] if self.options.top else rows

    def weight(self, value):
        return value

    def show(self):
        for key, value in self.order():
            self.output.write(self.line(key, value))
        if self.options.interval:
            self.output.write("\n")
        self.output.flush()
        self.rows = {}

    def end(self):
        self.show()


class Counts(Table):
    """How often, and what."""

    maps = ("@count",)

    def line(self, key, value):
        return f"{value:>10}  {place(key)}\n"


class Exceptions(Counts):
    """How often, the type, and where."""

    def line(self, key, value):
        kind, _, where = key.partition(",")
        return f"{value:>10}  {kind}  {place(where)}\n"


class Histograms(Table):
    """A histogram for each key: by powers of two, with bars."""

    maps = ("@us",)
    WIDTH = 40

    def weight(self, value):
        return sum(bucket["count"] for bucket in value)

    def line(self, key, value):
        greatest = max(bucket["count"] for bucket in value)
        lines = [f"{place(key)}: {self.weight(value)}, microseconds\n"]
        for bucket in value:
            ends = f"[{bucket.get('min', '')}, {bucket['max'] + 1 if 'max' in bucket else ''})"
            bar = "@" * (self.WIDTH * bucket["count"] // greatest)
            lines.append(f"  {ends:<20}{bucket['count']:>9} |{bar:<{self.WIDTH}}|\n")
        return "".join(lines) + "\n"


class Top(Table):
    """Functions by the time spent in themselves, drawn anew on a terminal."""

    maps = ("@own",)

    def __init__(self, options, output):
        options.interval = options.interval or 1
        super().__init__(options, output)
        self.began = time.monotonic()

    def weight(self, value):
        return value["total"]

    def line(self, key, value):
        share = value["total"] / 1e7 / self.options.interval
        return f"{share:>6.1f} {value['total'] / 1e6:>10.2f} {value['count']:>9} {value['average'] / 1e3:>9.1f}  {place(key)}\n"

    def show(self):
        size = shutil.get_terminal_size()
        if self.output.isatty():
            self.options.top = min(self.options.top or size.lines, size.lines - 2)
            self.output.write("\x1b[H\x1b[J")
        elapsed = time.monotonic() - self.began
        self.output.write(f"{elapsed:.0f} s\n     %         ms     calls   us each  function (time of its own)\n")
        super().show()

    def end(self):
        if self.rows:
            self.show()
