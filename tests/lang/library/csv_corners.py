# csv: dialects, odd input and what is refused, where the module in C has rules of its own.
import csv
import io
import itertools
import pickle
import _csv


def say(call, *args, **kwargs):
    try:
        print(repr(call(*args, **kwargs)))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)


def read(lines, **options):
    return list(csv.reader(lines, **options))


def written(row, **options):
    out = io.StringIO()
    csv.writer(out, **options).writerow(row)
    return out.getvalue()


texts = ["", "a", "a,b", '"a,b",c', '"a""b"', 'a"b"', '"a"b', '"a', "a\\,b", "a\\", '"a\\"b"', " a, b", ",", ",,", "a,",
         '""', '"",""', "1,2.5", "\u20ac,\U0001f40d", "\xe9,b", "a\rb", "a\nb", "a,b\r\n", '"a\nb",c', "a\\\nb", '"x" ,y',
         "'a,b',c", "a;b"]
options = [{}, {"strict": True}, {"escapechar": "\\"}, {"doublequote": False}, {"skipinitialspace": True},
           {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONNUMERIC}, {"quotechar": "'"}, {"delimiter": ";"},
           {"quotechar": None}, {"delimiter": "\u20ac", "escapechar": "\\", "doublequote": False}, {"dialect": "excel-tab"}]
for o in options:
    for text in texts:
        say(read, [text], **o)
    say(read, texts, **o)
    say(read, [t + "\n" for t in texts], **o)
rows = [[], [""], [None], ["", ""], ["a", 1, 2.5, None, True, 1j, b"b"], ["a,b", 'a"b', "a\\b", "a\nb", "a\rb", " x", ";"],
        ["\u20ac", "\U0001f40d;"], "abc", (i for i in (1, 2)), [float("nan"), 10**20], ["!x"]]
for o in options + [{"quoting": csv.QUOTE_ALL}, {"lineterminator": "!"}, {"lineterminator": "\u20ac1"},
                    {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"escapechar": '"'}, {"delimiter": "a", "quotechar": "1"}]:
    for row in rows[:8] + rows[9:]:
        say(written, row, **o)
print("-- refused")
for o in ({"delimiter": ""}, {"delimiter": "ab"}, {"delimiter": None}, {"delimiter": 1}, {"quotechar": "ab"}, {"quotechar": 1},
          {"escapechar": b"a"}, {"quoting": 4}, {"quoting": -1}, {"quoting": "1"}, {"quoting": True}, {"quoting": 2**40},
          {"lineterminator": None}, {"lineterminator": 1}, {"unknown": 1}, {"quotechar": None, "quoting": 1}, {"dialect": "none"},
          {"dialect": 5}, {"dialect": None}, {"strict": []}, {"quotechar": ""}):
    say(lambda: type(_csv.Dialect(**o)))
    say(lambda: [getattr(csv.reader([], **o).dialect, n) for n in ("delimiter", "quotechar", "quoting", "strict")])
say(csv.reader)
say(csv.writer)
say(csv.reader, 5)
say(csv.writer, 5)
say(csv.reader, [], "excel", 5)
say(csv.reader, [], "excel", "x", y=5)
say(csv.register_dialect)
say(csv.register_dialect, 5)
say(csv.register_dialect, "mine", csv.excel, delimiter=";")
print(csv.get_dialect("mine").delimiter, "mine" in csv.list_dialects(), csv.unregister_dialect("mine"))
say(csv.unregister_dialect, "mine")
say(csv.get_dialect, "mine")
say(csv.get_dialect, [])
say(next, csv.reader([b"bytes"]))
say(next, csv.reader([]))
say(next, csv.reader(["a\rb"]))
say(csv.writer(io.StringIO()).writerow, 5)
say(csv.writer(io.StringIO()).writerows, 5)
say(csv.writer(io.StringIO()).writerows, [[1], 5])
d = csv.get_dialect("excel")
print(_csv.Dialect(d) is d, _csv.Dialect(d, strict=1) is d, type(d).__name__)
for name in ("delimiter", "strict", "quoting"):
    say(setattr, d, name, 1)
    say(delattr, d, name)
say(pickle.dumps, d)
say(csv.field_size_limit, "5")
print(csv.field_size_limit(4), csv.field_size_limit())
say(read, ["abcd,abc"])
say(read, ["abcde,abc"])
say(read, ['"abcde",abc'])
print(csv.field_size_limit(131072))


class Fails:
    def __init__(self):
        self.lines = iter(["a,b", '"c'])

    def __iter__(self):
        return self

    def __next__(self):
        for line in self.lines:
            return line
        raise ZeroDivisionError("in the input")


reader = csv.reader(Fails())
say(next, reader)
say(next, reader)
print(reader.line_num, reader.dialect.delimiter)


class Nested:
    """Asks its own reader while it is asked by it."""

    def __iter__(self):
        return self

    def __next__(self):
        if (n := next(count)) < 3:
            say(next, self.reader)
        return f"line,{n}"


count = itertools.count()
nested = Nested()
nested.reader = csv.reader(nested)

# Whole fields in quotes, and what only looks like one; a newline that is escaped, with which a field never ends.
for line in '"a","b"', '"a""b",c', '"a"b,c', '"a" ,b', '"a', '"a\nb",c', '"",""', '"ä","€"', '"a"\n', '"a"\r\nb', '"a",', "'a','b'", '"a\\"b",c', '" a", "b"':
    for options in {}, {"strict": True}, {"doublequote": False}, {"escapechar": "\\"}, {"quotechar": "'"}, {"quotechar": ","}, \
            {"skipinitialspace": True}, {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONNUMERIC}:
        try:
            print(line.encode(), options, list(csv.reader(line.splitlines(True), **options)))
        except (csv.Error, ValueError) as error:
            print(line.encode(), options, type(error).__name__, error)
for strict in False, True:
    for lines in ["a\\\n", "b"], ["a\\\n", "b\n", "c,d"], ["a\\\n"]:
        try:
            print(strict, lines, list(csv.reader(lines, escapechar="\\", strict=strict)))
        except csv.Error as error:
            print(strict, lines, error)
