# Exceptions of any make, printed by sys.__excepthook__: fields of SyntaxErrors, chains and groups, notes, classes without
# names, positions of code that point anywhere, limits of the stack.
import io, os, random, sys

os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # python3.11 dumps, with its address, what it cannot print to an end
SOURCE = "\n".join(["def f(a, b):", "    return a + b * (a / b)", "\t \fé = a[0][1](b, c)", "", "   ", "日本 = a @ b",
                    "x = (yield)   ", "    a[b] = c if d else e  # é", "if a.b: c(d)(e)"]) + "\n"
with open("support/printed_source.txt", encoding="utf-8") as file:
    assert file.read() == SOURCE


class Odd(Exception):
    pass


class Unnamed(Exception):
    __module__ = None


class Elsewhere(Exception):
    __module__ = "else.where"


class Mute(Exception):
    def __str__(self):
        raise Odd("mute")


class Inner:
    class Exc(Exception):
        pass


class NoText:
    def __str__(self):
        raise Odd

    __repr__ = __str__


class Line(str):
    pass


def texts(r):
    return r.choice(["", "a", "a\n", "a b\nc", "  lead", "\ud800", "é日", None, "x" * 40, "tail  ", "\n", "a\n\nb\n", NoText(), 3])


def syntax_error(r):
    e = r.choice([SyntaxError, IndentationError, TabError])(r.choice(["invalid syntax", "", "two\nlines", None, 5, NoText()]))
    e.filename = r.choice([None, "support/printed_source.txt", "nowhere.py", "<string>", "", 3, b"bytes"])
    e.lineno = r.choice([None, 0, 1, 2, 3, 9, -1, 2 ** 70, "3", 2.5, True, 100])
    e.offset = r.choice([None, 0, 1, 2, 5, 50, -1, -5, "2", 2 ** 70, False])
    e.end_lineno = r.choice([None, None, 0, 1, 2, 3, 9, -1, "3", True])
    e.end_offset = r.choice([None, None, 0, 1, 2, 5, 7, 50, -1, -5, "2"])
    e.text = r.choice([None, "", "\n", "if x = 1:", "   if x = 1:\n", "\t\fé = 日 1\n", "a\nb = 2\n", "x" * 30, 7, b"bytes", Line("line = 1")])
    e.print_file_and_line = r.choice([None, None, 1])
    for name in "filename", "lineno", "offset", "text", "print_file_and_line", "msg":
        if r.random() < 0.03:
            delattr(e, name)
    return e


def table(r):
    """A table of positions in which anything stands."""
    made = bytearray()
    for _ in range(r.randrange(1, 9)):
        kind = r.randrange(16)
        made.append(0x80 | kind << 3 | r.randrange(3))
        if kind < 10:
            made.append(r.randrange(128))
        elif kind < 13:
            made += bytes((r.randrange(30), r.randrange(30)))
        elif kind == 13:
            made.append(r.randrange(12))
        elif kind == 14:
            made += bytes((r.randrange(12), r.randrange(3), r.randrange(30), r.randrange(30)))
    return bytes(made)


def place(r, e):
    """e with a traceback of code that says it is elsewhere."""
    def thrower():
        raise e
    code = thrower.__code__
    for _ in range(r.randrange(3)):
        code = code.replace(co_filename=r.choice(["support/printed_source.txt", "nowhere.py", "<string>", "", "é"]),
                            co_name=r.choice(["f", "", "日", "<module>"]), co_firstlineno=r.randrange(1, 9), co_linetable=table(r))
    thrower.__code__ = code
    call = thrower
    for _ in range(r.choice([0, 0, 0, 1, 4, 6])):
        call = lambda call=call: call()  # noqa: E731
    try:
        call()
    except BaseException as caught:
        if r.random() < 0.8:
            caught.__traceback__ = caught.__traceback__.tb_next
    return e


def note(r, e):
    kind = r.randrange(12)
    if kind < 2:
        e.add_note(r.choice(["a note", "two\nlines", "", "\n"]))
    elif kind == 2:
        e.__notes__ = r.choice([[texts(r), texts(r)], (texts(r),), "text", None, 3, NoText(), [], {"a": 1}, {1}, b"ab", range(2), Line("ab")])


def exception(r, depth):
    kind = r.randrange(12)
    if kind < 4:
        e = syntax_error(r)
    elif kind < 7 and depth:
        members = [exception(r, depth - 1) for _ in range(r.choice([1, 2, 3, 16, 17] if depth == 1 else [1, 2]))]
        e = BaseExceptionGroup(r.choice(["group", "", "two\nlines"]), members)
    else:
        cls = r.choice([Odd, Unnamed, Elsewhere, Mute, Inner.Exc, ValueError, KeyError, OSError, KeyboardInterrupt, StopIteration])
        e = cls(*r.choice([(), (texts(r),), (texts(r), texts(r))]))
    note(r, e)
    if r.random() < 0.7:
        place(r, e)
    if depth and r.random() < 0.3:
        e.__cause__ = exception(r, depth - 1)
    if depth and r.random() < 0.3:
        e.__context__ = exception(r, depth - 1)
        e.__suppress_context__ = r.random() < 0.3
    if r.random() < 0.05:
        e.__cause__ = e
    return e


class Raises:
    def __init__(self, e, name):
        self.e, self.name = e, name

    def __call__(self):
        raise self.e

    def __repr__(self):
        return self.name or 1 / 0


def ignored(r, e):
    """e comes out of a finalizer."""
    type("Ignored", (), {"__del__": Raises(e, r.choice(["a finalizer", ""]))})()


def show(seed):
    r = random.Random(seed)
    e = exception(r, r.choice([0, 0, 1, 2]))
    limit = r.choice([None] * 8 + [0, 1, 2, -1, 2 ** 70, -2 ** 70, "2", True, 1000])
    told, sys.stderr = sys.stderr, io.StringIO()
    if limit is not None:
        sys.tracebacklimit = limit
    try:
        if r.random() < 0.2:
            ignored(r, e)
        else:
            sys.__excepthook__(type(e), e, e.__traceback__)
    finally:
        text, sys.stderr = sys.stderr.getvalue(), told
        if limit is not None:
            del sys.tracebacklimit
    return text


first, count = map(int, sys.argv[1:] or (0, 150))
for seed in range(first, first + count):
    print(seed, ascii(show(seed)).replace("\\n", "\n"))
