import io, pickle, copy
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
for nl in (None, '', '\n', '\r', '\r\n'):
    s = io.StringIO('a\nb\r\nc\rd', newline=nl); s.seek(3); s.x = 5
    print(s.__getstate__())
    for p in range(2,5):
        q = pickle.loads(pickle.dumps(s, p)); print(q.tell(), ascii(q.getvalue()), q.x, getattr(q, "newlines", 0), ascii(q.read()))
    q = copy.copy(s); q.seek(0, 2); q.write('z\n'); print(ascii(q.getvalue()), ascii(s.getvalue()))
b = io.BytesIO(b'abc'); b.seek(2); b.y = 1
print(b.__getstate__()); q = pickle.loads(pickle.dumps(b)); print(q.tell(), q.getvalue(), q.y); print(io.BytesIO().__getstate__(), io.StringIO().__getstate__())
for st in (None, 5, (), (b'a',), (b'a', 1), (b'a', 1, None), (b'a', -1, None), (b'a', '1', None), (b'a', 1, 5), (b'a', 2**70, None), ('a', 1, None), (b'a', 9, {'q': 1}), (b'a', 1, None, 4), (5, 0, {})):
    t(lambda: b.__setstate__(st)); t(lambda: (b.getvalue(), b.tell(), sorted(b.__dict__)))
s = io.StringIO()
for st in (None, 5, (), ('a',), ('a', '\n', 1), ('a', '\n', 1, None), ('a', None, -1, None), ('a', '\n', 'x', None), ('a', '\n', 0, 5), ('a', 'z', 0, None), (b'a', '', 0, None), (None, '', 0, None), ('a', 5, 0, {}), ('abc', '\r\n', 9, {'q': 1}), ('a', '', 1, None, 6)):
    t(lambda: s.__setstate__(st)); t(lambda: (s.getvalue(), s.tell(), sorted(s.__dict__)))
s.close(); t(s.__getstate__); t(lambda: s.__setstate__(('a', '\n', 0, None)))
b.close(); t(b.__getstate__); t(lambda: b.__setstate__((b'a', 0, None)))
b = io.BytesIO(b'abc'); v = b.getbuffer(); t(lambda: b.__setstate__((b'x', 0, None)))
n = io.StringIO.__new__(io.StringIO); t(n.__getstate__); t(n.isatty); t(n.flush)
s = io.StringIO(); t(s.isatty); s.close(); t(s.isatty); t(s.flush); t(lambda: s.line_buffering); t(lambda: s.encoding)
b = io.BytesIO(); b.close(); t(b.isatty); t(b.flush); t(b.seekable)
