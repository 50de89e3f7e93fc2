# Codecs of many kinds over random text and damaged bytes, with every built-in error handler.
import binascii
import random

chance = random.Random(5)
ALPHABETS = ["abc ~+-/\\\n\t", "日本語漢字テキスト", "汉字中文", "한국어", "éüñ¥‾", "ｱｲｳ", "😀\u0378",
             "\x00\x1b\x7f", "\ud800\udc80", "~{~}"]
ENCODINGS = ["utf-7", "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_3",
             "iso2022_jp_ext", "iso2022_kr", "ascii", "latin-1", "cp1252", "cp437", "euc_jp", "gb18030",
             "big5", "utf-8", "utf-16", "shift_jis", "hz"]
HANDLERS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace",
            "surrogateescape", "surrogatepass"]
digest = 0


def note(value):
    global digest
    digest = binascii.crc32(repr(value).encode("utf-8", "backslashreplace"), digest)


def some_text():
    alphabets = chance.sample(ALPHABETS, chance.randint(1, 3))
    return "".join(chance.choice(chance.choice(alphabets)) for _ in range(chance.choice([1, 3, 10, 40, 200])))


def damaged(data):
    data = bytearray(data)
    for _ in range(chance.randint(0, 4) if data else 0):
        data[chance.randrange(len(data))] = chance.choice([chance.randrange(256), 27, 126, 43, 0x80, 10])
    return bytes(data)


for encoding in ENCODINGS:
    for _ in range(60):
        text = some_text()
        try:
            data = text.encode(encoding, "strict" if encoding == "hz" else chance.choice(HANDLERS))
            note(data)
        except UnicodeError as error:
            note(str(error))
            data = b"~{0!~}ab+AGE-\x1b$B$\"\x1b(B"
        try:
            note(damaged(data).decode(encoding, chance.choice(HANDLERS)))
        except (UnicodeError, TypeError) as error:
            note(str(error))
    print(encoding, digest)

# Quoted-printable keeps its lines short, whatever is in them.
for _ in range(60):
    data = "".join(chance.choice("ab .=_\t\n\r~") for _ in range(200)).encode()
    for flags in range(8):
        quoted = binascii.b2a_qp(data, flags & 1, flags & 2, flags & 4)
        note(quoted)
        note(binascii.a2b_qp(quoted, flags & 4))
        note(binascii.a2b_qp(data, flags & 4))
print("quoted-printable", digest)

# Bytes that are no text at all, between some that are; an exception's args tell of the first of its errors.
PIECES = [b"a", b"abc def ghi jkl", b"\xff", b"\x80", b"\xc2", b"\xc3\xa9", b"\xe2\x82\xac", b"\xe2\x82", b"\xed\xa0\x80",
          b"\xf0\x9f\x98\x80", b"\xf0\x9f", b"\xf5", b"\xc1", b"\xf4\x90", b"x" * 9, b"y" * 300]
for _ in range(300):
    data = b"".join(chance.choice(PIECES) for _ in range(chance.choice([1, 3, 8, 40, 300])))
    for encoding in "ascii", "utf-8", "utf-16":
        for handler in HANDLERS:
            try:
                note(data.decode(encoding, handler))
            except UnicodeError as error:
                note(repr(error))
            except TypeError as error:
                note(str(error))
print("bytes", digest)
