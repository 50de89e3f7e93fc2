"""Every built-in error handler over texts of every width; charmap with mappings that run code; a registered name does not replace a built-in handler."""
texts = ['', 'a', 'é', '€', '\U0001f600', '\udc80', '\ud800', 'aé', 'éa', 'a€b', 'é€\U0001f600', '\xff\x80\x7f', 'ab\udc80\udcffc\ud800',
         'a' * 5000 + 'é' * 5000 + '€' * 3 + 'b' * 4097, '\U0010ffff' * 4100, ''.join(map(chr, range(0, 0x3000, 7)))]
class S(str): pass
texts += [S(t) for t in texts[:6]]
H = 'strict ignore replace xmlcharrefreplace backslashreplace namereplace surrogatepass surrogateescape nonsense'.split()
import hashlib, codecs
for e in 'ascii', 'latin-1', 'cp1252', 'utf-16-le':
    for h in H:
        for t in texts:
            try:
                r = t.encode(e, h)
                r = r if len(r) < 60 else (len(r), hashlib.md5(r).hexdigest())
            except Exception as x:
                r = type(x).__name__, str(x)[:200]
            print(e, h, ascii(t[:10]), r)
m = {97: b'1', 98: None, ord('?'): b'!', ord('\\'): b'/', ord('x'): 120, ord('8'): 56, ord('0'): b'zero'}
for h in H:
    for t in 'a', 'b', 'abc', '\x80\x80', 'aé', 'bb':
        try: print(h, ascii(t), codecs.charmap_encode(t, h, m))
        except Exception as x: print(h, ascii(t), type(x).__name__, x)
class M:
    def __init__(self): self.n = 0
    def __getitem__(self, k):
        self.n += 1
        if self.n > 4: raise ValueError(k)
        if k == 98: raise KeyError
        return k
for h in H:
    try: print(h, codecs.charmap_encode('abba', h, M()))
    except Exception as x: print(h, type(x).__name__, x)
codecs.register_error('ignore', lambda e: ('!', e.end))
codecs.register_error('mine', lambda e: ('é' if e.start else '?', e.end))
for e in 'ascii', 'latin-1', 'cp1252':
    for h in 'ignore', 'mine':
        for t in 'a\u3042\u3042b', '\u3042\u3042b':
            try: print(e, h, t.encode(e, h))
            except Exception as x: print(e, h, type(x).__name__, x)
