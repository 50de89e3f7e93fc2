"""codecs.charmap_build(): an EncodingMap of most tables, a dict of those it cannot hold."""
import codecs
import encodings.cp1252
import encodings.koi8_r

TABLES = [
    encodings.cp1252.decoding_table,
    encodings.koi8_r.decoding_table,
    "abc",
    "\0bc",
    "\0bcb",
    "\0b\ufffec",
    "\0" * 10,
    "".join(map(chr, range(256))),
    "\0" + "".join(chr(i * 200) for i in range(1, 300)),
    "\0" + "".join(chr(i * 128 + 5) for i in range(1, 256)),
    "\ufffe" * 256,
    "".join(map(chr, range(0x10000, 0x10010))),
    "\0\U00010000",
    "",
]
for table in TABLES:
    try:
        m = codecs.charmap_build(table)
    except TypeError as e:
        print(type(e).__name__, e)
        continue
    print(type(m), sorted(m.items())[:5] if isinstance(m, dict) else m.size())
    for text in "abc\u20ac", "bb", "\ufffe", "\U00010000", "\0", "\u0190\u0320", "\u7fff":
        for errors in "strict", "ignore", "replace", "xmlcharrefreplace":
            try:
                print(ascii(text), errors, codecs.charmap_encode(text, errors, m))
            except UnicodeEncodeError as e:
                print(ascii(text), errors, e)
try:
    type(codecs.charmap_build("\0a"))()
except TypeError as e:
    print(e)
