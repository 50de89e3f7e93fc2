"""'%s', '%d' and '%r' with nothing between, literals of every length around them, the same in bytes; repr of texts with each character that is escaped at each end."""
import hashlib, re
class S(str):
    def __str__(self): return 'own'
    def __repr__(self): return 'mine'
class I(int):
    def __str__(self): return 'n'
    __repr__ = __str__
class Bad:
    def __str__(self): raise KeyError('s')
    def __repr__(self): return 5
class Bytes(bytes):
    def __bytes__(self): return b'asked'
class Makes:
    def __bytes__(self): return b'made'
class Wrong:
    def __bytes__(self): return 'text'
values = ['a', '', '\xe4', '\u20ac', 'it\'s', '"', '\'"', 1, -5, 1 << 70, True, None, 2.5, S('x'), I(7), Bad(), b'b', bytearray(b'c'), memoryview(b'd'), Bytes(b'e'), Makes(), Wrong(), [1], {'k': 2}, (1,), (), ('a', 'b'), ((1, 2),)]
def show(format, value):
    try: return re.sub('0x[0-9a-f]{6,}', '0x', ascii(format % value))
    except Exception as e: return f'{type(e).__name__} {e}'
for letter in 's', 'd', 'r', 'i', 'b', 'a', '%', '5s', '.1r', '(k)s', '(k)d', '-3d', '':
    print(letter, *(show('%' + letter, v) for v in values), sep=' | ')
    print(letter, *(show(b'%' + letter.encode(), v) for v in values), sep=' | ')
for n in (0, 1, 15, 16, 17, 31, 40, 300):
    for fill in '.', '\xe4', '\u20ac', '\U0001f600':
        f = fill * n + '%s' + fill * (n // 2) + '%r%d' + fill + '%%'
        r = f % ('v', '\xe4', 3)
        assert r == fill * n + 'v' + fill * (n // 2) + "'\xe4'3" + fill + '%', (n, fill)
        if ord(fill) < 128:
            assert (f'{fill * n}%s{fill * n}%d%%').encode() % (b'v', 3) == (fill * n).encode() + b'v' + (fill * n).encode() + b'3%'
for f, v in ('%s%s', 'a'), ('%s', ('a', 'b')), ('%d%s', 1), ('%r', ()), ('x', 1), ('x', ()), ('x', {}), ('%', 1), ('%s %', 1), ('%d', '1'), ('%s%d', ('a', 'b')), (b'%s', 'a'), (b'%d', b'1'), (b'%s%s', b'a'), (b'%r%a', ('\u20ac', 1)):
    print(show(f, v), end='; ')
print()
for ch in range(0x180):
    for s in chr(ch), chr(ch) + 'abc', 'abc' + chr(ch), 'a' * 40 + chr(ch) + "'", chr(ch) + '"' + 'b' * 20, chr(ch) + '\'"':
        r = repr(s)
        assert eval(r) == s and repr([s, S(s)]) == f'[{r}, mine]' and '%r' % s == r == f'{s!r}' and str.__repr__(S(s)) == r, s
        if len(s) == 5 or chr(ch) in '\'"\\\n\x7f': print(ascii(r) if len(r) < 20 else hashlib.md5(r.encode()).hexdigest()[:8], end=' ')
print()
print(repr(''), repr("'"), repr('"'), repr('\'"'), repr('\\'), repr("\\'"), repr('\x7f'), repr('~ '), [''], {'a': "b'c"}, ('"',))
