"""Settings read, changed and written by configparser."""
import configparser
import io

N = 79
TEXT = "".join("[part%d]\nname = value %d\npath = %%(name)s/%d\nflag = yes\nlong = one\n  two\n\n" % (i, i, i) for i in range(6))


def run(n):
    total = 0
    for _ in range(n):
        parser = configparser.ConfigParser()
        parser.read_string(TEXT)
        for part in parser.sections():
            total += len(parser[part]["path"]) + parser.getboolean(part, "flag")
        parser["part1"]["more"] = "text"
        out = io.StringIO()
        parser.write(out)
        total += len(out.getvalue())
    return total
