"""unicode_escape, raw_unicode_escape and escape_encode of every kind of character, and of more than is written at once."""
import codecs, hashlib
for s in ['', 'a', ''.join(map(chr, range(0x180))), '\U0001f600é€\\\'"\t\n\r' * 100, 'plain' * 300, '\ud800', ''.join(map(chr, range(0, 0x110000, 257)))]:
    for e in 'unicode_escape', 'raw_unicode_escape':
        b = s.encode(e)
        print(len(b), hashlib.md5(b).hexdigest(), b.decode(e) == s)
for b in b'', bytes(range(256)), bytes(range(256)) * 20, b'\'' * 1025, b'abc' * 400:
    r, n = codecs.escape_encode(b)
    print(n, len(r), hashlib.md5(r).hexdigest(), codecs.escape_decode(r)[0] == b)
