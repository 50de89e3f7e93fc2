"""split, rsplit, partition, strip and splitlines put beside what slices at the places that find() tells give, for texts of every width, bytes and bytearrays."""
import random
r = random.Random(11)
class S(str): pass
class B(bytes): pass
def cut(s, sep, limit):
    out, start, n = [], 0, len(sep)
    while limit != 0 and (at := s.find(sep, start)) >= 0:
        out.append(s[start:at]); start = at + n; limit -= 1
    return out + [s[start:]]
def cut_right(s, sep, limit):
    out, end = [], len(s)
    while limit != 0 and (at := s.rfind(sep, 0, end)) >= 0:
        out.append(s[at + len(sep):end]); end = at; limit -= 1
    return (out + [s[:end]])[::-1]
n = 0
for alphabet in 'ab,', 'a\xe4,', 'a\u20ac,', '\U0001f600,b', ',':
    for turn in range(150):
        s = ''.join(r.choices(alphabet, weights=[r.choice((1, 9, 40)) for _ in alphabet], k=r.choice((0, 1, 2, 7, 15, 16, 17, 33, 100, 300))))
        kinds = [s, S(s)]
        if s.isascii(): kinds += [s.encode(), B(s.encode()), bytearray(s.encode())]
        for v in kinds:
            for sep in ',', 'a', ',,', 'a,':
                sep = sep if isinstance(v, str) else sep.encode()
                for limit in -1, 0, 1, 3, 7, 8, 9:
                    left, right = v.split(sep, limit), v.rsplit(sep, limit)
                    assert left == cut(v, sep, limit) and right == cut_right(v, sep, limit), (v, sep, limit)
                    base = bytearray if isinstance(v, bytearray) else bytes if isinstance(v, bytes) else str
                    assert all(type(x) is base or x is v for x in left + right)
                    assert sep.join(left) == v == sep.join(right)
                    n += len(left)
                a, b, c = v.partition(sep)
                assert a + b + c == v and type(b) is base and {type(a), type(c)} <= {base, type(v)} and (not b or type(a) is type(c) is base)
                assert v.strip(sep) == v.lstrip(sep).rstrip(sep)
print(n)
s = 'same'
one = 'a'
print(s.split(',')[0] is s, S(s).split(',')[0] is s, s.strip() is s, s.rsplit('x')[0] is s, [x is s for x in s.partition('z')], one.split('b')[0] is one, ''.split(','), ''.split(), b''.split(b','))
words = 'one two  three\tfour\nfive six seven eight nine ten '.split()
print(words, len(words), words.append('x'), words[-1], words.pop(), ' a '.split(None, 0), 'a b c'.split(None, 1), 'a b c'.rsplit(None, 1))
for i in range(20): assert ','.join('x' * i).split(',') == (list('x' * i) or [''])
l = 'a,b'.split(',')
l += range(30)
l.insert(0, l.copy()); del l[5:20]; l.sort(key=str); print(l[-3:], len(l))
class A(bytearray): pass
for v,sep in ((S('abc'),','),(S('\xe4c'),','),(S('€c'),','),(S('€c'),'€x'),(S('abc'),'€'),(B(b'abc'),b','),(A(b'abc'),b','),(S(''),','),(S('a'),',,,'), (S('a,b'),','),(B(b'a,b'),b','),(B(b''),b',')):
    for m in 'partition','rpartition':
        p=getattr(v,m)(sep)
        print(m,[type(x).__name__ for x in p],[x is v for x in p], p)
for v in (S('abc'),S('\xe4c'),S('€c'),S('a,b'),S(''),S(' a '),S('a'),B(b'abc'),B(b''),B(b'a,b'),B(b' a'),A(b'abc'),A(b'a,c'),B(b'a'), S('\U0001f600')):
    hashed = []
    t=lambda x: x if isinstance(v,str) else x.encode()
    for sep in None,t(','),t(',,'),t('x'):
        for limit in -1,0,1:
            for m in 'split','rsplit':
                p=getattr(v,m)(sep,limit)
                hashed.append((v,sep,limit,m,[type(x).__name__ for x in p],[x is v for x in p], p))
    for m in 'strip','lstrip','rstrip','splitlines','upper','lower','title','expandtabs','capitalize','swapcase':
        p=getattr(v,m)()
        p = p if isinstance(p,list) else [p]
        print(m,[type(x).__name__ for x in p],[x is v for x in p])
    for p in [v.replace(t('q'),t('w')),v.replace(t('a'),t('a')),v.strip(t('q')),v.center(0),v.ljust(0),v.zfill(0),v[:],v[::1],v*1,1*v,v+t(''),t('')+v,v.removeprefix(t('q')),v.removesuffix(t('q')),t(',').join([v]),v.translate({} if isinstance(v,str) else None), v.replace(t('a'),t('b'),0), v.join([])]:
        hashed.append((type(p).__name__,p is v,p))
    print(hashed)
