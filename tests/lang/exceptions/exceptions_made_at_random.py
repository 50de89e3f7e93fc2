# Exceptions made of anything: their arguments, attributes, texts, what pickles them, and the suggestions that are printed of them.
import io, os, random, re, sys

os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


ADDRESS = re.compile('at 0x[0-9a-f]*')


class Str(str):
    pass


class Int(int):
    pass


class Bad:
    def __str__(self):
        raise ValueError("bad")

    __repr__ = __str__


class Sub(OSError):
    def __init__(self, *args, **keywords):
        self.seen = len(args)


class SubNew(OSError):
    def __new__(cls, *args, **keywords):
        return OSError.__new__(cls, *args[:2])


class Both(OSError):
    def __new__(cls, *args, **keywords):
        return super().__new__(cls, *args)

    def __init__(self, *args, **keywords):
        super().__init__(*args)


class Blocked(BlockingIOError):
    pass


class Grouped(ExceptionGroup):
    pass


class Bases(BaseExceptionGroup, KeyError):
    pass


CLASSES = [OSError, FileNotFoundError, BlockingIOError, Blocked, Sub, SubNew, Both, SyntaxError, IndentationError, ImportError, ModuleNotFoundError,
           StopIteration, SystemExit, KeyError, NameError, UnboundLocalError, AttributeError, UnicodeEncodeError, UnicodeDecodeError,
           UnicodeTranslateError, StopAsyncIteration, BaseException, MemoryError, ExceptionGroup, BaseExceptionGroup, Grouped, Bases]
NAMES = ["args", "errno", "strerror", "filename", "filename2", "winerror", "characters_written", "msg", "lineno", "offset", "text", "end_lineno",
         "end_offset", "print_file_and_line", "name", "path", "obj", "value", "code", "encoding", "object", "start", "end", "reason",
         "message", "exceptions", "__cause__", "__context__", "__suppress_context__", "__traceback__", "__notes__"]


def value(r):
    return r.choice([None, 0, 1, 2, 11, 13, -1, 7, 2 ** 70, -2 ** 70, True, 2.5, "", "a", "abc", "utf-8", "\ud800", "é", b"", b"abc", b"\xff", bytearray(b"xyz"),
                     (), (1,), ("f", 1, 2, "text"), ("f", 1, 2, "text", 3, 4), ("f", 1, 2, "text", 3), ["f", 1, 2, "t"], Str("str"), Int(3), Bad(), memoryview(b"mem"),
                     ValueError("v"), [ValueError(1), OSError(2)], [KeyboardInterrupt()], [3], ValueError, sys, {}, iter(["q", 1, 2, "it"])])


def show(v, depth=0):
    if isinstance(v, BaseException):
        return f"{type(v).__name__}{show(v.args, depth + 1)}" if depth < 4 else "..."
    if isinstance(v, (tuple, list)):
        return "[" + ", ".join(show(x, depth + 1) for x in v) + "]"
    if isinstance(v, dict):
        return "{" + ", ".join(f"{k}: {show(x, depth + 1)}" for k, x in v.items()) + "}"
    if isinstance(v, (Bad, memoryview, type(iter([])))) or v is sys:
        return type(v).__name__
    return ADDRESS.sub('at 0x', ascii(v))


def attempt(call):
    try:
        return show(call())
    except BaseException as e:
        return f"! {type(e).__name__} {attempt_text(e)}"


def attempt_text(e):
    try:
        return ascii(str(e))
    except BaseException as other:
        return "? " + type(other).__name__


def arguments(r, cls):
    if issubclass(cls, UnicodeError) and r.random() < 0.7:
        number = lambda: r.choice([0, 1, 2, 3, 5, 2 ** 62, *(() if cls is UnicodeDecodeError else (-1, -5))])  # noqa: E731
        thing = r.choice([b"", b"a", b"a\xffc", bytearray(b"abc")]) if cls is UnicodeDecodeError else r.choice(["", "a", "aé\ud800\U0001f600", "abc"])
        return [*([] if cls is UnicodeTranslateError else ["enc"]), thing, number(), number(), r.choice(["why", ""])]
    if issubclass(cls, BaseExceptionGroup) and r.random() < 0.7:
        return ["g", [r.choice([ValueError(1), OSError(2, "x"), KeyboardInterrupt(), ExceptionGroup("i", [TypeError(3)])]) for _ in range(r.randrange(1, 4))]]
    return [value(r) for _ in range(r.choice([0, 1, 1, 2, 2, 3, 4, 5, 6]))]


def group(e, r):
    return [attempt(lambda: e.split(r.choice([ValueError, (OSError, TypeError), 3, lambda x: isinstance(x, OSError), Bad]))),
            attempt(lambda: e.subgroup(r.choice([ValueError, (), BaseException, lambda x: 1 / 0]))),
            attempt(lambda: e.derive(r.choice([[ValueError()], (), 3, [4]])))]


def look(seed):
    r = random.Random(seed)
    cls = r.choice(CLASSES)
    keywords = {r.choice(["name", "path", "obj", "x"]): value(r) for _ in range(r.choice([0, 0, 0, 1, 2]))}
    made = []
    lines = [f"{seed} {cls.__name__} " + attempt(lambda: made.append(cls(*arguments(r, cls), **keywords)))]
    if not made:
        return lines
    e = made[0]
    if isinstance(e, BaseExceptionGroup):
        lines += group(e, r)
    for _ in range(r.choice([0, 0, 1, 3])):
        name, v = r.choice(NAMES), value(r)
        if r.random() < 0.25:
            lines.append(f"del {name} {attempt(lambda: delattr(e, name))}")
        else:
            lines.append(f"{name} = {show(v)} {attempt(lambda: setattr(e, name, v))}")
    if r.random() < 0.1:
        state = r.choice([None, {}, {"x": 1, "errno": 5}, 3, {"args": (1, 2)}, {3: 4}])
        lines.append(f"setstate {attempt(lambda: e.__setstate__(state))}")
    if r.random() < 0.1:
        again = [value(r) for _ in range(r.randrange(4))]
        lines.append(f"init {attempt(lambda: e.__init__(*again))}")
    lines += [attempt(lambda: [getattr(e, n, "-") for n in NAMES]), attempt(lambda: str(e)), attempt(lambda: repr(e)),
              attempt(lambda: e.__reduce__()[:2]), attempt(lambda: vars(e)), attempt(lambda: e.with_traceback(value(r)).__traceback__),
              attempt(lambda: e.add_note(value(r)))]
    return lines


def suggest(seed):
    """What NameErrors and AttributeErrors suggest: names that are nearly those of a module, a class, a function."""
    r = random.Random(seed)
    letters = "abAB_é"
    word = lambda: "".join(r.choice(letters) for _ in range(r.randrange(0, 7)))  # noqa: E731
    names = [word() for _ in range(r.randrange(1, 6))]
    names = [n for n in names if n.isidentifier()]
    wanted = r.choice([word(), r.choice(names or ["a"]) + r.choice("ab_"), r.choice(names or ["aaaa"])[1:].swapcase()])
    cls = type("Has", (), {n: 1 for n in names})
    if r.random() < 0.2:
        cls.__dir__ = lambda self: r.choice([3, [3, "aab"], ["aab", *names], ("abb",), 1 / 0 if r.random() < 0.5 else ["a"], names * 300])
    told, sys.stderr = sys.stderr, io.StringIO()
    try:
        if r.random() < 0.5:
            e = AttributeError("no", name=wanted if r.random() < 0.9 else value(r), obj=r.choice([cls(), cls, cls(), sys, 3]))
        else:
            scope = {n: 1 for n in names} | ({3: 4} if r.random() < 0.1 else {})
            try:
                exec(r.choice([f"{wanted or 'x'}", f"def f({', '.join(dict.fromkeys(names))}): {wanted or 'x'}\nf({', '.join('1' for _ in dict.fromkeys(names))})"]), scope)
            except Exception as caught:
                e = caught
            else:
                return []
        sys.__excepthook__(type(e), e, None)
        text = sys.stderr.getvalue()
    finally:
        sys.stderr = told
    return [f"{seed} {wanted} of {names}: " + ascii(text.splitlines()[-1:])]


first, count = map(int, sys.argv[1:] or (0, 220))
for seed in range(first, first + count):
    print(*look(seed), *suggest(seed), sep="\n")
