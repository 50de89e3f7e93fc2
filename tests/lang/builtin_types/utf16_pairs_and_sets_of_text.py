"""UTF-16 with pairs at the edges of what is read at once, halves without the other, and handlers; sets of texts and bytes, in their order."""
import codecs, hashlib
E = '\U0001f600'
def h(v): return ascii(v) if len(v) < 40 else (len(v), hashlib.md5(v if isinstance(v, bytes) else v.encode('utf-8', 'surrogatepass')).hexdigest())
for n in (0, 1, 2, 510, 511, 512, 513, 1023, 1024):
    for t in ('a' * n + E, 'a' * n + E * 3 + '\u20ac', E * n, '\u20ac' * n + E + 'a' * 600, ('a' + E) * n):
        for e in 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-8':
            b = t.encode(e)
            assert b.decode(e) == t, (n, e)
            for size in {1, 7, 1021} & {1 if n < 9 else 0, 7, 1021}:
                d = codecs.getincrementaldecoder(e)()
                assert ''.join(d.decode(b[i:i + size], i + size >= len(b)) for i in range(0, len(b), size)) == t or not b, (n, e, size)
        print(n, h(t.encode('utf-16-le')), h(t.encode('utf-16-be')), h(t.encode()))
units = [0x41, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0x20ac]
for handler in 'strict', 'ignore', 'replace', 'backslashreplace', 'surrogatepass', 'surrogateescape':
    for order in 'little', 'big':
        out = []
        for i in range(6 ** 3):
            b = b''.join(units[i // k % 6].to_bytes(2, order) for k in (36, 6, 1))
            for data in (b, b'a\0' * 510 + b if order == 'little' else b'\0a' * 510 + b, b[:5]):
                try: out.append(ascii(data.decode('utf-16-' + order[0] + 'e', handler)[-8:]))
                except UnicodeDecodeError as e: out.append((e.start, e.end, e.reason))
        print(handler, order, hashlib.md5(repr(out).encode()).hexdigest(), out[5:9])
for n in (1, 63, 64, 65, 200):
    for t in '\u20ac' * n + '\ud800' + 'b' * n, '\x7f\x80\u07ff\u0800' * n, '\udfff' + '\u0800' * n, 'x' * n + '\udc80' + E:
        for handler in 'surrogatepass', 'surrogateescape', 'replace', 'backslashreplace', 'strict':
            for e in 'utf-8', 'utf-16-le':
                try: print(h(t.encode(e, handler)), end=' ')
                except UnicodeEncodeError as x: print(x.start, x.end, x.reason, end=' ')
    print()
class S(str): pass
class B(bytes): pass
class Same:
    asked = 0
    def __init__(self, like): self.like = like
    def __hash__(self): return hash(self.like)
    def __eq__(self, other): Same.asked += 1; return self.like == other
for text in '', 'a', 'abracadabra' * 50, '\x00\x7f\x80\xff\u0100' * 40, ''.join(map(chr, range(400))) * 2, E * 5 + 'zz':
    for cls in set, frozenset:
        for t in text, S(text):
            s = cls(t)
            print(len(s), s == cls(list(t)), list(s) == list(cls(list(t))), sorted(s)[:3] == sorted(set(list(t)))[:3], type(s).__name__, end=' ')
    s = set()
    s.update(text, text)
    s |= set(text)
    t = {'q'}
    t.update(text)
    t.clear()
    t.update(text)
    print(s == t, set(dict.fromkeys(text)) == s)
for data in b'', b'abracadabra' * 9, bytes(range(256)) * 3, b'\xff\0\xff':
    print(list(set(data)) == list(set(list(data))), set(B(data)) == set(bytearray(data)) == frozenset(data), sorted(set(data))[:4])
s = {Same('a')}
s.update('abaa')
print(len(s), Same.asked)
