# What reads data refuses it when it ends too early, at each byte; and with one byte changed, as long as memory is not concerned.
import ast
import base64
import bz2
import codecs
import collections
import csv
import datetime
import decimal
import io
import json
import lzma
import marshal
import pickle
import quopri
import re
import struct
import xml.etree.ElementTree as ET
import zlib


class Plain:
    def __init__(self):
        self.x = [1]


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def cut(name, f, data):
    """The distinct answers, with how often each came in a row."""
    last, n = None, 0
    for i in range(len(data) + 1):
        said = ascii(attempt(f, data[:i]))
        said = re.sub(" at 0x[0-9a-f]*", "", said)[:160]
        if said != last and n:
            print(name, n, last)
        last, n = said, 1 if said != last else n + 1
    print(name, n, last)


def shown(v):
    return repr(v)[:100] if not isinstance(v, Plain) else sorted(vars(v).items())


shared = ["s"]
values = [(1, -2, 300, 70000, 2**31, -2**70, 1.5, True, None), {"a": b"bytes", "\u20ac": "x" * 300, 1: b"y" * 300}, [shared, shared, (shared,)], {1, 2}, frozenset("a"), bytearray(b"z"), 1j,
          Plain(), Plain, len, collections.OrderedDict(a=1), datetime.date(2020, 1, 2), [[], {}, (), ((),)], tuple(range(5)), range(3), slice(1), decimal.Decimal("1.5"), ValueError("v")]
for n in range(6):
    for value in values:
        cut(f"pickle {n}", lambda data: shown(pickle.loads(data)), pickle.dumps(value, n))
for n in 0, 2, 4:
    data = pickle.dumps([values[0], values[2]], n)
    for i in range(len(data)):
        for byte in b"(lR.tib\x85\x94q":
            said = attempt(lambda: shown(pickle.loads(data[:i] + bytes([byte]) + data[i + 1:])))
            print(n, i, chr(byte), said if "Error" in str(said) and "codec" not in str(said) else "an answer", end="; ")
    print()
for text in "I01\n.", "I00\n.", "I\n.", "L5L\n.", "Lx\n.", "F1.5\n.", "Fx\n.", "S'a\\n'\n.", "S'a\n.", "Sa\n.", "V\\u20ac\n.", "Vx\\U00110000\n.", "(i__main__\nPlain\n.", "(ibuiltins\nlist\n.", "(I1\nibuiltins\nlist\n.", "c__main__\nPlain\n)R.", "cbuiltins\nlen\n(t\x81.", \
        "(I1\nd.", "(d.", "}(I1\nu.", "}(I1\nI2\nu.", "](I1\ne.", "]I1\na.", "I1\nI2\na.", "I1\nI2\nI3\ns.", "0.", "2.", "1.", "(0.", "(1.", "p0\n.", "g5\n.", "gx\n.", "Np-1\n.", "Npx\n.", "\x8c\x01a\x93.", "NN\x93.", "\x82\x05.", "\x82\x00.", "\x84\xff\xff\xff\xff.", \
        "\x80\x06.", "\x80\x05\x97.", "\x80\x05N\x98.", "\x8a\x01\xff.", "\x8a\x00.", "\x8b\xff\xff\xff\xff.", "T\xff\xff\xff\xff.", "U\x01a.", "\x95\x01\x00\x00\x00\x00\x00\x00\x00.", "\x95\xff\x00\x00\x00\x00\x00\x00\x00N.", "NP.", "Pid\n.", "Q.", "NQ.", "Nb.", "c__main__\nPlain\n)\x81}b.", \
        "c__main__\nPlain\n)\x81N}\x86b.", "c__main__\nPlain\n)\x81I5\nb.", "c__main__\nPlain\n)\x81}I5\n\x86b.", "c__main__\nPlain\n)\x81(I1\nI2\nI3\ntb.", "o.", "(o.", "(c__main__\nPlain\no.", "(cbuiltins\nlist\nI5\no.", "\x90.", "\x8f(I1\n\x90.", "\x8f(]\x90.", "(I1\n\x91.", "(]\x91.", "\x92.", \
        "cbuiltins\nint\n)}\x92.", "cbuiltins\nint\nN}\x92.", "cbuiltins\nint\n)N\x92.", "N)}\x92.", "N)\x81.", "cbuiltins\nint\nN\x81.", "cbuiltins\nint\nNR.", "\xff.", "", "\x8d\xff\xff\xff\xff\xff\xff\xff\x7f", "\x8e\xff\xff\xff\xff\xff\xff\xff\xff", "B\xff\xff\xff\x7f", "\x8c\x02\xed\xa0.", "\x8c\x03\xed\xa0\x80.":
    for options in {}, {"encoding": "bytes"}, {"encoding": "ascii", "errors": "replace"}:
        said = attempt(lambda: shown(pickle.loads(text.encode("latin-1"), **options)))
        print(ascii(text), ascii(said) if not options else ascii(said) == first)
        first = first if options else ascii(said)
for value in values[:7] + [compile("def f(a, *b): return [x for x in b if x is not a]", "f", "exec").co_consts[0].co_name, 2**200, "\u20ac\ud800", "interned", ..., StopIteration]:
    for n in range(5):
        data = attempt(marshal.dumps, value, n)
        if isinstance(data, bytes):
            cut(f"marshal {n}", lambda data: repr(marshal.loads(data))[:100], data)
cut("json", json.loads, '{"a": [1, -2.5e+3, true, false, null, "\\u20ac\\ud83d\\ude00\\n"], "b": {}, "c": [[]], "d": NaN, "e": -Infinity}')
cut("literal", ast.literal_eval, "{'a': [1, -2.5j, (True,), b'x', {3}], **{}}")
cut("regex", lambda t: re.compile(t).pattern, r"(?P<a>x{2,3}?)|(?i:[^a-z\d]*+)(?<=a)(?!b)(?(a)c|d)\1(?P=a)\N{DASH}\u20ac")
cut("zlib", lambda d: zlib.decompress(d), zlib.compress(b"some text " * 9))
cut("bz2", lambda d: bz2.decompress(d), bz2.compress(b"some text " * 9))
cut("lzma", lambda d: lzma.decompress(d), lzma.compress(b"some text " * 9, preset=0))
for name, decode in ("base64", base64.b64decode), ("base32", base64.b32decode), ("base85", base64.b85decode), ("ascii85", base64.a85decode), ("quoted", quopri.decodestring):
    cut(name, decode, {"base64": base64.b64encode, "base32": base64.b32encode, "base85": base64.b85encode, "ascii85": base64.a85encode, "quoted": quopri.encodestring}[name](b"some text =\xe4\0\0\0\0"))
cut("xml", lambda t: ET.tostring(ET.fromstring(t)), "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'>]><a b='c'>&e;&#65;<![CDATA[<]]><!-- d --><?p i?></a>")
cut("csv", lambda t: list(csv.reader([t], strict=True)), "a,\"b\"\"c\",d\\,e\n")
for name in "utf-8 utf-16 utf-16-le utf-32 utf-7 gb18030 iso2022_jp euc_kr big5hkscs hz idna punycode unicode_escape raw_unicode_escape".split():
    data = attempt(codecs.encode, "a\u4e2d\u6587\u0301\u1100", name)
    if isinstance(data, bytes):
        cut(name, lambda d: codecs.decode(d, name), data)
        decoder = codecs.getincrementaldecoder(name)()
        print(name, [attempt(decoder.decode, data[i:i + 1]) == "" for i in range(len(data))], attempt(decoder.decode, b"", True))
for text in "2020-02-29T12:30:45.123456+05:30:15.000001", "20200229T123045", "2020-W09-6":
    cut("date", datetime.datetime.fromisoformat, text)
for convert, text in (float, " -1_0.5e-1_0 "), (int, " -1_000 "), (complex, "(1.5e1-2.5J)"), (decimal.Decimal, "-1_0.5E-1_0"), (float.fromhex, "-0x1.8p-3"), (float, "infinity"), (decimal.Decimal, "-sNaN123"):
    cut(convert.__name__, convert, text)
cut("struct", lambda d: struct.unpack("<bhiqd3sx?", d), struct.pack("<bhiqd3sx?", 1, 2, 3, 4, 5.0, b"abc", True))
cut("format", lambda t: format(-1234.5, t), "*^+#020_.3e")
cut("percent", lambda t: t % {"a": 5}, "%(a)-#+010.3x%%")
cut("braces", lambda t: t.format([5], a=7), "{0[0]!r:>{a}}{{}}{a.real:x}")
