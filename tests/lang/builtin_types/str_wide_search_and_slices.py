"""Texts of two and four bytes a character searched, cut, reversed, translated and split into lines: bytes that only look like a part of what is sought, results that are narrower, beginnings and ends."""
import hashlib, random
r = random.Random(5)
ALPHABETS = {1: 'ab\xe4\xff\n\x85', 2: 'ab\u0161\u6161\u6100\u0061\x00\u0100\u2028\u20ac\r\n', 4: 'a\U00016161\U00010000\u6161\x00\U0001f600\u0100\x0b\x1c\n', 3: '\u0100\u0200\u0001\x01\x02'}
def show(*v):
    text = repr(v)
    return text.encode('utf-8', 'surrogatepass')
for kind, alphabet in ALPHABETS.items():
    h = hashlib.md5()
    for turn in range(300):
        n = r.choice((0, 1, 2, 5, 31, 32, 33, 64, 65, 130, 700))
        s = ''.join(r.choices(alphabet, weights=[r.choice((1, 1, 9, 30)) for _ in alphabet], k=n))
        if r.random() < .3:
            s = alphabet[-1] * n + r.choice(alphabet)
        for c in alphabet + '\x61\u6161\U00016161':
            h.update(show(s.find(c), s.rfind(c), s.count(c), s.partition(c), s.rpartition(c), s.split(c, 3), s.rsplit(c, 2), s.replace(c, 'x'), s.strip(c), c in s))
        h.update(show(s.splitlines(), s.splitlines(True), s[1:], s[:-1], s[::-1], s[::2], s[1::3], s[-2::-2], s[5:2:-1], s[::1000], s.split(), s.rsplit()))
    print(kind, h.hexdigest())
for s in ('', 'a', 'ab\u20ac' * 50, 'abc' * 50 + '\u20ac', '\u20ac' + 'abc' * 50, '\U0001f600' + 'ab' * 80, 'a\u20ac' * 40 + '\U0001f600', '\xe4b' * 70):
    print(ascii((s[::2], s[1::2], s[::-1][:5], len(s[::-2]), s[::-1] == ''.join(reversed(s)), s[1:] == ''.join(list(s)[1:]), s[:-1] == ''.join(list(s)[:-1])))[:150])
for cp in range(0x3000):
    if len(('a' + chr(cp) + 'b').splitlines()) == 2: print(hex(cp), end=' ')
print()
print([len(x) for x in (b'a\x0bb\x85c\nd\x1ce\r\nf'.splitlines(), bytearray(b'\r\r\n\n').splitlines(True))])

class Table:
    """Asked once for each character, in order."""
    def __init__(self, **known): self.known, self.asked = known, []
    def __getitem__(self, key):
        self.asked.append(chr(key))
        value = self.known.get(chr(key), key)
        if isinstance(value, type): raise value(key)
        return value
for known in ({}, {'a': None}, {'a': 'xyz'}, {'a': 'x'}, {'b': 8364}, {'c': ValueError}, {'c': LookupError}, {'c': 1 << 40}, {'c': 1.5}, {'a': '', 'b': '\u20ac'}):
    for s in 'abc', 'abcabc' * 200, 'aab' * 400 + 'c', 'x' * 511 + 'abc', 'x' * 512 + 'bca', 'abc\xe4c':
        t = Table(**known)
        try: v = s.translate(t)
        except Exception as e: v = type(e).__name__, str(e)
        print(ascii(v) if len(v) < 40 else (len(v), hashlib.md5(v.encode()).hexdigest()), ''.join(t.asked)[:12].encode('ascii', 'replace'))
