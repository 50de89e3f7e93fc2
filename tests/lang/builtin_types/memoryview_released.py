def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


b = bytearray(b"abc")
m = memoryview(b)
part = m[1:]
show(b.append, 1)
show(m.release)
for act in (lambda: m[0], lambda: len(m), lambda: m.tolist(), lambda: m.obj, lambda: m.nbytes, lambda: m.format, lambda: m == b, lambda: hash(m),
            lambda: m.cast("b"), lambda: bytes(m), lambda: m.__enter__(), lambda: memoryview(m), lambda: m.tobytes(), lambda: list(m), lambda: m.shape,
            lambda: m == m, lambda: m.hex(), lambda: m.readonly, lambda: m.toreadonly(), lambda: m.c_contiguous):
    show(act)
print(repr(m)[:20])
print(part.tobytes())
show(b.append, 1)
part.release()
show(b.append, 1)
m.release()
with memoryview(b) as v:
    inner = memoryview(v)
print(inner.tobytes())
show(lambda: v[0])
show(b.append, 1)
inner.release()
print(b)
for ro in (memoryview(b"ab"), memoryview(bytearray(b"ab")), memoryview(bytearray(b"ab")).toreadonly(), memoryview(b"abcd").cast("i"), memoryview(b"ab")[::-1]):
    show(lambda: hash(ro) == hash(ro.tobytes()))
