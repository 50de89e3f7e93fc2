"""What is fuzzed (harness.c): a function of bytes for each target, in TARGETS, and its first inputs, in SEEDS.

    minipy tests/fuzz/targets.py TARGET FOLDER      writes the seeds there, for libFuzzer

A target catches what its input may rightly raise: an exception that leaves it is a find, and so is an answer
that contradicts another. It runs under limits, in one vm with all inputs before it.
"""
import binascii
import codecs
import csv
import decimal
import io
import json
import marshal
import math
import pickle
import re
import struct
import sys
import types
import zipfile

import packs

TARGETS, SEEDS = {}, {}
sys.unraisablehook = sys.displayhook = lambda *args: None


def target(*seeds):
    def add(f):
        TARGETS[f.__name__] = f
        SEEDS[f.__name__] = seeds
        return f
    return add


def seeds(name):
    given = SEEDS[name]
    return list(given[0]() if given and callable(given[0]) else given)


def text_of(data):
    return data.decode("utf-8", "replace")


def split(data, n):
    """n parts, divided by the byte 0xff; what is missing is empty."""
    parts = data.split(b"\xff", n - 1)
    return parts + [b""] * (n - len(parts))


# ---- code ---------------------------------------------------------------------------------------

NAMES = {"__name__": "f", "__builtins__": {
    f.__name__: f for f in (len, list, dict, set, tuple, str, int, iter, next, range, type, isinstance, repr, sorted, sum,
                            object, super, ValueError, Exception, getattr, zip, map)}}


def run(code):
    """A code object that nobody vouches for."""
    cells = tuple(types.CellType(1) for _ in code.co_freevars)
    dict.clear(NAMES.setdefault("left", {}))
    f = types.FunctionType(code, dict(NAMES), "f", (1, 2), cells)
    made = f(*[(1, 2)] * (code.co_argcount & 3))
    if hasattr(made, "send"):
        next(made)
        made.throw(ValueError)


def look_at(code):
    code.co_code, list(code.co_positions()), list(code.co_lines()), code.co_exceptiontable, code.replace(co_name="g")
    marshal.dumps(code)


def functions():
    def plain(a, b=2, *rest, c=3, **more):
        for x in rest:
            a += x * b
        return [a, *rest], {c: b, **more}, f"{a!r:>{b}}"

    def handlers(a):
        try:
            with a as b, b:
                return a[1:2]
        except (ValueError, TypeError) as e:
            raise KeyError from e
        finally:
            del a

    def groups(a):
        try:
            return a()
        except* OSError as e:
            a = e

    def closures(a, b=1):
        def inner(c: int = 3, *, d=b):
            nonlocal a
            a = c, d
            return lambda: a
        return inner()()

    def generator(n):
        x = yield n
        while x:
            x = yield from iter([x])
        return x

    async def coroutine(a):
        async with a as b:
            async for c in b:
                yield await c

    def patterns(a):
        match a:
            case {"x": 1, **rest}:
                return rest
            case [1, *more] | int(more):
                return more
            case object(real=0) | None:
                return a

    class Local:
        x: int = 3
        y = [x for x in range(3)]
    return plain, handlers, groups, closures, generator, coroutine, patterns, functions


def codes():
    todo = [f.__code__ for f in functions()]
    for code in todo:
        todo += [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return todo


CODES = codes()


@target(b"\x00x = [1, 2]\n", b"\x01a if b else c", b"\x02for x in y: pass\n", b"\x03def f(a, /, b, *, c): yield a\n",
        b"\x00class A(B, metaclass=C):\n  @d\n  async def e(s): return await s\n", b"\x04match x:\n case [1, *_]: pass\n",
        b"\x00try:\n  pass\nexcept* E as e:\n  x: int = f'{y!r:>{z}}'\nfinally: del x\n", b"\x01lambda *a, **k: (b := {**a})")
def source(data):
    """compile() of text, in three modes; what it makes is looked at."""
    flags = data[0] if data else 0
    try:
        look_at(compile(data[1:], "f", ("exec", "eval", "single")[flags % 3], (0, 0x2000, 0x400000, 0x1000000)[flags // 3 % 4],
                        True, flags // 12 % 3))
    except (SyntaxError, ValueError, RecursionError, OverflowError):
        pass


@target(lambda: [bytes([i]) + b"\xff".join((c.co_code, c.co_exceptiontable, c.co_linetable)) for i, c in enumerate(CODES)])
def wordcode(data):
    """CPython's words, tables of handlers and of lines, in a function that has them already."""
    code = CODES[data[0] % len(CODES)] if data else CODES[0]
    words, handlers, lines = split(data[1:], 3)
    try:
        made = code.replace(co_code=words, co_exceptiontable=handlers, co_linetable=lines)
        look_at(made)
        run(made)
    except Exception:
        pass


@target(lambda: [marshal.dumps(v) for v in (*CODES[:4], (1, 2.5, "t", b"b", None), {"a": [1j, {2}, frozenset("a")]}, 2**90)])
def marshalled(data):
    try:
        made = marshal.loads(data)
        if isinstance(made, types.CodeType):
            look_at(made)
            run(made)
        else:
            marshal.dumps(made)
    except Exception:
        pass


@target(lambda: [packs.pack(c)[packs.HEAD.size:] for c in CODES])
def packed(data):
    """The body of a pack, under a right seal."""
    try:
        made = marshal.loads(packs.seal(data))
        look_at(made)
        run(made)
    except Exception:
        pass


# ---- regular expressions ------------------------------------------------------------------------


@target(b"(a|b)*c\xffababc", b"(?P<x>\\w+)\\s(?P=x)\xffab ab", b"(?i)[^\\df]{2,5}?$\xffA\nb", b"(?<=a)b(?!c)|(?(1)x|y)\xffab",
        b"((?:a+)+)b\xffaaaa", b"(?>a*+)a|\\b.\\B\xffaaa", b"\\A(?s:.)*\\Z\xff\xe2\x82\xac")
def pattern(data):
    """A pattern and a subject, both as bytes and as text."""
    given, subject = split(data[:300], 2)
    for regex, where in ((given, subject), (text_of(given), text_of(subject))):
        try:
            compiled = re._compiler.compile(regex, 0) if hasattr(re, "_compiler") else re.compile(regex)
        except (re.error, ValueError, RecursionError, OverflowError):
            continue
        for m in compiled.finditer(where[:60]):
            assert m.group() == where[m.start():m.end()]
            m.groupdict(), m.regs, m.lastindex
        compiled.match(where[:60]), compiled.fullmatch(where[:60]), compiled.split(where[:40])
        compiled.sub(lambda m: m.group(), where[:40])


def sre_seeds():
    import re._compiler as compiler
    for text in "(a|b)*c", "(?P<x>\\w+)\\s(?P=x)", "[^\\df]{2,5}?$", "(?<=a)b(?!c)", "(?>a*+)b|(?i:x)":
        parsed = compiler._parser.parse(text)
        code = compiler._code(parsed, 0)
        yield bytes([parsed.state.groups - 1]) + struct.pack("<%dI" % len(code), *code)
    # What the check of such code looks at: each word changed, and left out. (re's compiler asks for no more than it makes.)
    for text in ("abc", "(a)(b)?", "(?:a|[b-d])+?", r"[^\s\w]{2,5}", "(?<=ab)(?!c)", "(a)?(?(1)b|c)", "(a)?(?(1)b)", "(?>a*)b",
                 "(?:ab)*+c", "(?i:(a)\\1)", "[\u0100-\u2000]",
                 "(?i:[a-z\u0100]+)", "ab|ac", "[ab]x*", "(?:ab)*"):
        parsed = compiler._parser.parse(text)
        code, head = compiler._code(parsed, 0), bytes([parsed.state.groups - 1])
        for i, word in enumerate(code):
            for other in sorted({0, 1, (word + 1) % 2**32, max(word - 1, 0), 43, 2**32 - 1}):
                yield head + struct.pack("<%dI" % len(code), *code[:i], other, *code[i + 1:])
            yield head + struct.pack("<%dI" % (len(code) - 1), *code[:i], *code[i + 1:])


@target(sre_seeds)
def sre_code(data):
    """The engine's own code, as re's compiler hands it over."""
    import _sre
    groups = data[0] % 5 if data else 0
    body = data[1:4001]
    code = list(struct.unpack("<%dI" % (len(body) // 4), body[:len(body) & -4]))
    try:
        compiled = _sre.compile("p", 32, code, groups, {}, (None,) * (groups + 1))
        compiled.match("aab cb\n"), compiled.search("xyab ab"), compiled.sub("", "abc")
    except (RuntimeError, ValueError, OverflowError, TypeError, IndexError):
        pass


# ---- numbers and formats ------------------------------------------------------------------------


@target(b"\x0a12_3", b"\x00-0x1F", b"\x101.5e-300", b"\x24zz", b"\x02 0b1 ", b"\x0anan", b"\x0a1+2j", b"\x0a0x1.8p3", b"\x0a1e400")
def number(data):
    """Text as a number of each kind; what it prints is read back."""
    base, text = (data[0] if data else 10), text_of(data[1:])
    for make in (lambda t: int(t, base % 38), lambda t: int(t.encode()), float, complex, float.fromhex, decimal.Decimal):
        try:
            made = make(text)
        except (ValueError, OverflowError, decimal.InvalidOperation):
            continue
        back = type(made)(repr(made)) if isinstance(made, (int, float, complex)) and abs(made) < 1e300 else made
        assert back is made or back == made or made != made, (text, made)  # sNaN is not to be compared
    math.isnan(0.0), binascii.crc32(data)


VALUES = (0, -7, 2**70, 1.5, -0.0, float("inf"), 1 + 2j, "text", "\u20ac" * 3, b"bytes", True, None, [1], {"k": 1})


@target(b"\x00\xff>10,d", b"\x03\xff+.3e", b"\x07\xff*^20s", b"\x00%#5x", b"\x03%-+8.2f|%%", b"\x0d%(k)s", b"\x01{0!r:>{1}}", b"\x03\xff_.1%")
def formatted(data):
    """A format spec, str.format and the % of str and bytes."""
    value, text = VALUES[data[0] % len(VALUES)] if data else 0, data[1:40]
    spec = text_of(text).replace("\ufffd", "")
    if any(len(n) > 4 for n in re.findall(r"\d+", spec)):
        return
    for make in (lambda: format(value, spec), lambda: spec.format(value, 7, k=value), lambda: spec % value,
                 lambda: spec % (value, 3), lambda: text % (value,), lambda: text % {b"k": value}):
        try:
            make()
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
            pass


@target(b"<iqd\xff12345678", b">3s2xh?\xffabcdefghijk", b"@nP10p\xff", b"!eBb0i\xff\x00\x01\x02", b"=5x?c\xff")
def structure(data):
    """A format of struct and what is unpacked by it, packed again."""
    form, body = split(data, 2)
    if any(len(n) > 4 for n in re.findall(rb"\d+", form)):
        return
    try:
        made = struct.Struct(form)
        values = made.unpack_from(body + bytes(made.size))
        made.pack(*values), made.pack_into(bytearray(made.size), 0, *values)
        list(made.iter_unpack(body))
    except (struct.error, UnicodeDecodeError):
        pass


# ---- text and files -----------------------------------------------------------------------------


@target(b'{"a": [1, -2.5e3, true, null, "\\u20ac\\ud83d"]}', b'[[[]], {}, "", NaN]', b'"\\', b'-Infinity', b'{"a":1,"a":2} ')
def json_text(data):
    try:
        made = json.loads(data)
    except (ValueError, RecursionError):
        return
    try:
        assert repr(json.loads(json.dumps(made))) == repr(made)
        json.dumps(made, indent=1, sort_keys=True, ensure_ascii=False)
    except RecursionError:
        pass


CODECS = ("utf-8", "utf-16", "utf-16-le", "utf-32", "utf-32-be", "utf-7", "ascii", "latin-1", "cp1252", "unicode_escape",
          "raw_unicode_escape", "idna", "punycode", "utf-8-sig", "koi8-r", "big5", "gb18030", "shift_jis", "euc_kr",
          "iso2022_jp", "hz", "charmap", "rot13", "hex", "base64", "quopri", "uu")
HANDLERS = ("strict", "ignore", "replace", "surrogateescape", "surrogatepass", "backslashreplace", "xmlcharrefreplace", "namereplace")


@target(lambda: [bytes([i, j]) + b"a\xe2\x82\xac+AGE-\\N{DIGIT ONE}\xed\xa0\x80=41" for i in range(len(CODECS)) for j in (0, 2, 5)])
def codec(data):
    """Bytes decoded at once and piece by piece, by every codec and error handler, and what comes of it encoded."""
    if len(data) < 2:
        return
    name, errors, body = CODECS[data[0] % len(CODECS)], HANDLERS[data[1] % len(HANDLERS)], data[2:]
    wrong = (ValueError, LookupError, TypeError, AssertionError, binascii.Error, OverflowError)
    try:
        text = codecs.decode(body, name, errors)
        codecs.encode(text, name, errors)
    except wrong:
        pass
    try:
        decoder = codecs.getincrementaldecoder(name)(errors)
        for i in range(0, len(body), 3):
            decoder.decode(body[i:i + 3])
        decoder.getstate(), decoder.decode(b"", True)
    except wrong:
        pass
    try:
        codecs.encode(text_of(body) + "\ud800\u0100", name, errors)
    except wrong:
        pass


@target(lambda: [pickle.dumps(v, p) for p in range(6) for v in ((1, 2.5, "t", b"b"), {"a": [1j, {2}]}, 2**90, [[]] * 3, re.error)])
def pickled(data):
    """Whatever it raises is fine; classes that it can find are harmless ones."""
    class Unpickler(pickle.Unpickler):
        def find_class(self, module, name):
            return {"set": set, "complex": complex, "bytearray": bytearray, "error": re.error}[name]
    try:
        made = Unpickler(io.BytesIO(data)).load()
        pickle.dumps(made)
    except Exception:
        pass


@target(b"a,b\r\n\"c\"\"d\",e\n", b"1;2\n'x\ny';3", b"a\tb\\\tc\n\x00")
def csv_text(data):
    for options in ({}, {"delimiter": ";", "quotechar": "'"}, {"delimiter": "\t", "escapechar": "\\", "quoting": 3},
                    {"quoting": 2, "strict": True, "skipinitialspace": True}):
        try:
            rows = list(csv.reader(io.StringIO(text_of(data), newline=""), **options))
            csv.writer(io.StringIO(), **options).writerows(rows)
        except (csv.Error, ValueError):
            pass


def zip_seeds():
    for method in 0, 8:
        file = io.BytesIO()
        try:
            with zipfile.ZipFile(file, "w", method) as z:
                z.writestr("a.py", "x = 1\n")
                z.writestr("b/__init__.py", "")
        except RuntimeError:  # no zlib
            continue
        yield file.getvalue()


@target(zip_seeds)
def zipped(data):
    """An archive, listed, read and imported from."""
    import tempfile
    import zipimport
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            for name in z.namelist()[:4]:
                z.read(name)
    except Exception:
        pass
    with tempfile.NamedTemporaryFile(suffix=".zip") as file:
        file.write(data)
        file.flush()
        try:
            importer = zipimport.zipimporter(file.name)
            importer.get_source("a"), importer.get_code("a"), importer.is_package("b")
        except Exception:
            pass
        zipimport._zip_directory_cache.clear()


@target(b"\x01\x10\x20" * 5, bytes(range(0, 250, 3)), bytes(range(250)), b"\x30\x01\x02" * 9 + b"\x04\x01\x02" * 4)
def api(data):
    """In C: api.c."""


def messages(*commands):
    """In pieces: whole, and cut behind the head."""
    for text in commands:
        message = b"c" + len(text).to_bytes(4, "big") + text
        for piece in (message,) if len(text) % 2 else (message[:5], message[5:]):
            yield bytes([len(piece) - 1]) + piece


@target(lambda: [b"".join(messages(*commands)) for commands in (
    [b"stack"], [b"stack locals", b"gc", b"memory"], [b"exec x\n1"], [b"nothing"], [b"stop"], [b"trace calls:f", b"stop"],
    [b"trace all", b"gc", b"stop"], [b"trace profile:builtins=no,times=sampled", b"stop"], [b"trace flame:hz=500,clock=cpu", b"stop"],
    [b"trace timeline:min=1,rate=0.5,budget=3,most=900"], [b"trace coverage:branches=yes,counts=yes"], [b"trace line_counts"],
    [b"trace function_latency:names=g*,!h", b"stop"], [b"trace allocations:top=3"], [b"trace metrics:calls=functions,objects=yes"],
    [b"trace exception_log:files=*"], [b"trace audit_log", b"stack"], [b"trace gc_log"], [b"trace pprof"], [b"trace speedscope"])])
def attach(data):
    """In C: observed.c. The socket of minipy-observe."""


@target(b"python$target:::function-entry { @[copyinstr(arg1)] = count(); }", b"#pragma D option quiet\nBEGIN { x[1, \"a\"] = 5; }",
        b"python*:::line /arg2 > 1/ { self->t = timestamp; printf(\"%-5s|%d\\n\", copyinstr(arg1), arg2); ustack(); }",
        b"END { @q = quantize(3); @l = lquantize(7, 0, 10, 2); trunc(@q, 1); printa(@l); }", b"tick-1s { exit(0); }",
        b"python*:::gc-start,\npython*:::gc-done { this->s = strjoin(probename, substr(\"abc\", -2, 1)); trace(this->s); }",
        b"minipy*:::exception-raise { s = strtok(copyinstr(arg0), \"E\"); n = s == NULL ? -1 : strlen(s) / 0; exit(n); }")
def dscript(data):
    """In C: observed.c. A D script beside a program."""


CALM = {f.__name__: f for f in (
    len, list, dict, set, tuple, str, int, float, bytes, bytearray, iter, next, range, type, isinstance, repr, sorted, sum, object,
    super, getattr, setattr, zip, map, filter, enumerate, reversed, abs, min, max, any, all, slice, property, staticmethod,
    classmethod, memoryview, complex, frozenset, hash, id, vars, dir, callable, format, divmod, pow, round, chr, ord,
    Exception, ValueError, TypeError, KeyError, IndexError, StopIteration, RuntimeError, ExceptionGroup, AttributeError)}
CALM["__build_class__"] = __build_class__


@target(b"def f(n):\n  yield n\n  try: yield from f(n - 1)\n  finally: n += 1\nx = [*zip(f(3), 'ab')]",
        b"class A(list):\n  __slots__ = ()\n  def __len__(self): return 2\n  def __eq__(self, o): self.clear(); return True\na = A([1, 2])\na == a; 1 in a; a.sort()",
        b"match {'a': [1, (2, 3)]}:\n  case {'a': [int(x), (y, *z)], **r} if x: f'{x!r:>{y}}'\nwhile 1: r = {**r, 1: [r]}",
        b"async def c():\n  async with a as b: await b\n  return [i async for i in c()]\nx = c()\nx.close()\nlambda *a, k=1, **kw: (a, kw)",
        b"try:\n  raise ExceptionGroup('g', [ValueError(1), KeyError(2)])\nexcept* ValueError as e: x = e\nexcept* KeyError: raise",
        b"d = {i: str(i) for i in range(50)}\nfor k in d: d.pop(k)\nb = bytearray(b'x' * 9)\nm = memoryview(b)\nb += b\nm[::2].tolist()")
def program(data):
    """A whole program within a budget, of built-in functions that leave the machine alone."""
    try:
        exec(compile(data, "f", "exec"), {"__name__": "f", "__builtins__": dict(CALM)})
    except BaseException:
        pass


def main():
    name, folder = sys.argv[1:]
    for i, seed in enumerate(seeds(name)):
        with open(f"{folder}/seed{i}", "wb") as file:
            file.write(seed)


if __name__ == "__main__":
    main()
