"""unicodedata.ucd_3_2_0: every thirteenth character by Unicode 3.2, and the idna codec that rests on it."""
import hashlib
import unicodedata

old = unicodedata.ucd_3_2_0
CODES = [*range(0, 0x3400, 3), *range(0x3400, 0x30000, 13), *range(0xE0000, 0x110000, 1013), 0x2F868, 0x2F874, 0x2F91F, 0x2F95F, 0x2F9BF]
CHARS = [chr(c) for c in CODES if not 0xD800 <= c < 0xE000]

for name in "digit", "decimal", "numeric", "name":
    method = getattr(old, name)
    print(name, hashlib.md5(repr([method(c, None) for c in CHARS]).encode()).hexdigest())
for name in "category", "bidirectional", "combining", "mirrored", "east_asian_width", "decomposition":
    method = getattr(old, name)
    print(name, hashlib.md5(repr([method(c) for c in CHARS]).encode()).hexdigest())
for form in "NFC", "NFD", "NFKC", "NFKD":
    print(form, hashlib.md5(ascii([old.normalize(form, c + "a" + c + "\u0301") for c in CHARS]).encode()).hexdigest())
    print(form, hashlib.md5(repr([old.is_normalized(form, c) for c in CHARS]).encode()).hexdigest())
for name in "EURO SIGN", "euro sign", "LINE FEED", "KEYCAP DIGIT ONE", "GRINNING FACE", "CJK UNIFIED IDEOGRAPH-9FFF", "HANGUL SYLLABLE GA", "":
    try:
        print(ascii(old.lookup(name)))
    except KeyError as e:
        print(e)
for c in "\u20ac", "\U0001f600", "\u231a":
    print(ascii(c), old.category(c), old.name(c, None), old.east_asian_width(c), unicodedata.category(c))
try:
    old.name("\U0001f600")
except ValueError as e:
    print(e)
print(type(old), old.unidata_version, unicodedata.UCD, type(unicodedata.UCD.name), unicodedata.UCD.unidata_version)
try:
    unicodedata.UCD()
except TypeError as e:
    print(e)

for text in "www.python.org.", "b\xfccher.de", "\u2167.example", "a..b", "\U0001f600.de", "x" * 70, "\u0627\u0031\u0628":
    try:
        encoded = text.encode("idna")
        print(encoded, ascii(encoded.decode("idna")))
    except UnicodeError as e:
        print(type(e).__name__, ascii(str(e)))
