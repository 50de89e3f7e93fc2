"""Texts compared and sorted by their bytes: prefixes of every length, NULs, Latin-1, wider ones among them, subclasses, other kinds at either end, and lists of none or one."""
import random
r = random.Random(3)
class S(str):
    def __lt__(self, other): return str.__gt__(self, other)
class N(int): pass
for l in ([], [1], ['a'], [S('a')], [()], [1.5]):
    print(sorted(l), sorted(l, reverse=True), sorted(l, key=lambda x: x), sorted(l, key=str))
texts = ['', '\0', '\0\0', 'a', 'a\0', 'a\0b', 'ab', 'abc', 'abcd', 'abcd\0', 'abcde', 'abcd\xe4', '\xe4', '\xff', '\x80', '\x7f', 'abcdefgh', 'abcdefgi', 'abcdefghi', 'abcdefghijklmnop',
         'abcdefghijklmnopq', 'abcdefghijklmnopr', 'abcdefghijklmno\xe4', 'abcdefghijklmno\x7f', 'x' * 31, 'x' * 32, 'x' * 31 + 'y', 'x' * 100, 'x' * 99 + 'w', '1', '10', '100', '1000', '10000', '2']
for more in [], ['\u20ac', 'abcd\u20ac'], ['\U0001f600', 'abc\U0001f600'], [S('abc'), S('zz')]:
    l = texts + more
    r.shuffle(l)
    print(ascii(sorted(l)))
    print(sorted(l, reverse=True) == sorted(l)[::-1], sorted(l, key=str.upper) == sorted(sorted(l), key=str.upper))
    plain = [str.__str__(x) for x in texts + more]
    signs = ''.join('<' if a < b else '>' if a > b else '=' for a in plain for b in plain)
    print(signs == ''.join('<' if a.encode('utf-32-be') < b.encode('utf-32-be') else '>' if a.encode('utf-32-be') > b.encode('utf-32-be') else '=' for a in plain for b in plain))
    print(all((a <= b) == (not a > b) == (a < b or a == b) for a in plain for b in plain), ascii(max(plain)), ascii(min(plain)))
for n in range(24):  # the place of the difference, on both sides of each word
    for m in 0, 1, 7, 8, 30:
        a, b = 'k' * n + 'a' + 'z' * m, 'k' * n + 'b' + 'a' * m
        assert a < b and not b < a and sorted([b, a]) == [a, b] and 'k' * n < a and sorted([a, 'k' * n]) == ['k' * n, a]
for first in ['a', 1, 2.5, (1,), N(1), True, 1 << 70, None]:
    for last in 'a', 1, 2.5, (1,), S('b'):
        for l in [first, last], [first] * 5 + [last], [last] + [first] * 5:
            try: print(sorted(l), end=' ')
            except TypeError as e: print(e, end='; ')
    print()
l = [str(i) for i in range(1000)]
r.shuffle(l)
k = sorted(l)
print(k[:5], k[-3:], sorted(l, key=len)[-1:], k == sorted(k), sorted(l, key=lambda x: x[::-1])[:4])
def inside(x):
    l.append('z')
    return x
try: l.sort(key=inside)
except ValueError as e: print(e, len(l))
