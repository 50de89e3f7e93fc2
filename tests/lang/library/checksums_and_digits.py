# CRCs of every length around the steps that they take, base64 that is cut, padded and
# mixed with other characters, and what NFC leaves as it is.
import binascii
import random
import unicodedata
import zlib

r = random.Random(1)
for n in [*range(20), 1023, 1024, 1025, 1031, 5000]:
    b = r.randbytes(n)
    for start in 0, 1, 0xFFFFFFFF, 12345:
        assert binascii.crc32(b, start) == zlib.crc32(b, start)
    assert binascii.a2b_base64(binascii.b2a_base64(b)) == b
    print(n, binascii.crc32(b), binascii.crc_hqx(b, n))


def decoded(text, strict):
    try:
        return binascii.a2b_base64(text, strict_mode=strict)
    except binascii.Error as error:
        return str(error)


for text in (b"YWJj", b"YW Jj\n", b"YWJ", b"Y", b"YQ==", b"=YQ==", b"YWJjZA==YWJj", b"YWJj====", b"Y=W=J=j",
             b"AAAA=AAA", b"AAA=AAAA", b"////++++", b"AAAAA", b"AAAAAA", b"AAAA\xff\xffAAAA"):
    print(text, decoded(text, False), decoded(text, True))
for i in range(300):
    text = bytes(r.choice(b"AQ=\n!z/") for _ in range(r.randint(0, 14)))
    print(decoded(text, False), decoded(text, True))

pool = [*range(0x2F0, 0x310), *range(0x400, 0x490), *range(0x3040, 0x3100), *range(0xAC00, 0xAC40)]
pool += [*range(0x1100, 0x1110), *range(0x1161, 0x1170), *range(0x11A7, 0x11B0), 0x4E00, 0x9FFF, 0x41, 0x61, 0xE9]
for i in range(300):
    print(ascii(unicodedata.normalize("NFC", "".join(chr(r.choice(pool)) for _ in range(r.randint(1, 4))))))
print([hex(c) for c in range(0x3100) if unicodedata.normalize("NFC", chr(c)) != chr(c)])

# Runs of characters, and what breaks them, in the codecs that take runs at once.
texts = ["", "abc", "é" * 5, "日本" * 300, "a😀b" * 200, "x" * 511 + "é" + "y" * 600, "a\\b\n\t\r\x7f\x80\u1234\U00012345" * 60]
texts += ["a\ud800b", "日" * 512 + "\udc00", "\ud83d\ude00"]
for text in texts:
    for codec in "utf-8", "utf-16", "utf-16-be", "utf-32", "utf-32-be", "unicode_escape", "raw_unicode_escape":
        for errors in "strict", "surrogatepass", "replace":
            try:
                data = text.encode(codec, errors)
                print(codec, errors, len(data), zlib.crc32(data), data.decode(codec, errors) == text)
            except UnicodeError as error:
                print(codec, errors, ascii(str(error)))
for data in b"\x00\xd8a\x00", b"a\x00\x00\xd8", b"a\x00\x00\xd8\x00", b"ab\x00" * 3, b"\x00\x00\x11\x00" * 3, b"\xff\xfea\x00" * 300:
    for codec in "utf-16-le", "utf-16-be", "utf-16", "utf-32-le", "utf-32-be":
        for errors in "strict", "replace", "backslashreplace":
            try:
                print(codec, ascii(data.decode(codec, errors)))
            except UnicodeError as error:
                print(codec, error)
for codec in "cp1252", "koi8_r", "cp437", "iso8859_7":
    for errors in "replace", "ignore":
        print(codec, zlib.crc32((bytes(range(256)) * 3).decode(codec, errors).encode("utf-8")))
print(bytes(range(256)).hex() == "".join("%02x" % c for c in range(256)), bytes(range(9)).hex("-", 4), bytes(range(9)).hex(":", -4))
for text in "00 ff", "0", "0g", " 12\n34 ", "é", "12é":
    try:
        print(bytes.fromhex(text))
    except ValueError as error:
        print(error)
print(bytes([1, 255]), bytearray((3, 4)), bytes([]), bytes([True, 2]))
for bad in [256], [-1], ["a"], (1, 2**70):
    for cls in bytes, bytearray:
        try:
            print(cls(bad))
        except (ValueError, TypeError) as error:
            print(error)

# What goes out of arrays and weak sets, by every step.
import array
import weakref

for start in range(-3, 7):
    for stop in range(-3, 7):
        for step in (-3, -2, -1, 1, 2, 3):
            a, b = array.array("h", range(5)), list(range(5))
            c, d = a[start:stop:step], b[start:stop:step]
            del a[start:stop:step], b[start:stop:step]
            assert a.tolist() == b and c.tolist() == d, (start, stop, step)
a = array.array("d", [float("nan"), 0.0])
print(a == a, a == array.array("d", [float("nan"), -0.0]), array.array("b", [1]) == array.array("h", [1]))


class Target:
    pass


targets = [Target() for _ in range(50)]
for n in range(2000):
    one = weakref.ref(targets[n % 7])
    two = weakref.ref(targets[n % 50], print)
    assert one() is targets[n % 7] and two() is targets[n % 50]
    del one, two
print([weakref.getweakrefcount(t) for t in targets] == [0] * 50)
