# East Asian codecs with escape sequences, of JIS X 0213 and of Hong Kong: every ninth character, odd input, pieces.
import codecs
import hashlib
import io
import random

names = ("big5hkscs euc_jis_2004 euc_jisx0213 shift_jis_2004 shift_jisx0213 hz iso2022_kr iso2022_jp iso2022_jp_1 "
         "iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext").split()
characters = [chr(c) for c in (*range(1, 0xd800), *range(0xe000, 0x10000), *range(0x20000, 0x2b000))]
random.seed(3)


def digest(value):
    return hashlib.md5(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def attempt(call, *args):
    try:
        return call(*args)
    except Exception as e:
        return type(e).__name__, str(e)


sample = "".join(random.sample(characters, 3000))
texts = ["\u304b\u309a", "\u304b", "\u304ba", "\u00ca\u0304", "\u00ca", "\u02e9\u02e5", "a\u4e00b\nc~d~", "\u00a5\u203e\\~",
         "\uff71\uff9f", "\ud55c\uae00 abc", "\u00e9\u03b1", "\u3042\u4e02\u0100", "\ud800", ""]
escapes = [b"\x1b", b"\x1b$", b"\x1b$B", b"\x1b$B0", b"\x1b$B0!\x1b(B", b"\x1b$@0!\n0!", b"\x1b(J\\~\x1b(B\\", b"\x1b(I12", b"\x1b$A0!",
           b"\x1b$(C0!", b"\x1b$)C\x0e0!\x0f0!", b"\x1b$(D0!", b"\x1b$(O!!", b"\x1b$(P!!", b"\x1b$(Q!!", b"\x1b.A\x1bNA", b"\x1b.F\x1bNA",
           b"\x1bNA", b"\x1b.F\x1bN\xc1", b"\x1b[0mA", b"\x1b&@\x1b$B0!", b"\x1b(ZA", b"\x1b$(Z", b"\x0e0!", b"\x80", b"\xff\xff", b"~", b"~~",
           b"~{0!~}", b"~{0!", b"~\n", b"~}", b"~{~", b"~{0", b"~a", b"~{\xb0", b"\x8f", b"\x8f\xa1", b"\x8f\xa2\xaf", b"\x8e\xb1", b"\x8e\x20",
           b"\x88\x62", b"\x82\xf5", b"\xa4\xf7", b"\x1b$B" + bytes([0x7e, 0x7e]), b"\x1b" + b"$" * 20]
for name in names:
    print("--", name)
    print(digest([attempt(c.encode, name) for c in characters[::9]]))
    print(digest([attempt(bytes([a, b]).decode, name) for a in range(256) for b in range(a % 4, 256, 4)]))
    if name.startswith("euc"):
        print(digest([attempt(bytes([0x8f, a, b]).decode, name) for a in range(0xa0, 256) for b in range(0xa0, 256)]))
    for errors in ("replace", "ignore", "xmlcharrefreplace", "backslashreplace"):
        data = sample.encode(name, errors)
        print(errors, len(data), digest(data), data.decode(name, "replace") == sample.encode(name, errors).decode(name))
    print(digest([attempt(t.encode, name) for t in texts]), digest([attempt(e.decode, name, how) for e in escapes for how in ("strict", "replace")]))
    for t in texts[:9]:
        print(ascii(attempt(t.encode, name)))
    encoder, decoder = codecs.getincrementalencoder(name)("ignore"), codecs.getincrementaldecoder(name)("replace")
    pieces, states = [], []
    for t in texts[:12]:
        for c in t:
            pieces.append(encoder.encode(c))
            states.append(encoder.getstate())
    pieces.append(encoder.encode("", True))
    whole = b"".join(pieces)
    print(digest(states), whole)
    text = []
    for i in range(len(whole)):
        text.append(decoder.decode(whole[i:i + 1]))
        states.append(decoder.getstate())
    print(digest(states), digest("".join(text)), attempt(decoder.decode, b"", True))
    encoder.reset()
    decoder.reset()
    print(encoder.getstate() == codecs.getincrementalencoder(name)().getstate(), decoder.getstate())
    encoder.setstate(states[5])
    print(encoder.getstate() == states[5], encoder.encode("\u3042a", True))
    out = io.BytesIO()
    writer = codecs.getwriter(name)(out, "ignore")
    writer.write("\u4e00a\u304b")
    print(out.getvalue())
    writer.write("\u309ab\u304b")
    writer.reset()
    print(out.getvalue())
    print(ascii(codecs.getreader(name)(io.BytesIO(out.getvalue())).read()))
