"""bytearrays of sizes and of bytes, sums and repetitions, of themselves, of subclasses, exported, and with what is refused."""
class B(bytearray): pass
class C(bytes): pass
class I(int): pass
class X:
    def __index__(self): return 3
for source in (0, 1, 5, 8192, True, I(4), X(), b'', b'abc', bytearray(b'xyz'), B(b'sub'), C(b'own'), memoryview(b'view'), [1, 2], (3,), range(4), 'text', -1, -(1 << 70), 1 << 70, 1 << 62, 1.5, None, [256], ['a']):
    try: v = bytearray(source); print(type(v).__name__, len(v), bytes(v[:6]), v.__alloc__(), end=' ')
    except Exception as e: print(type(e).__name__, e, end=' ')
    try: v = B(source); print(type(v).__name__, len(v), bytes(v[-3:]))
    except Exception as e: print(type(e).__name__, e)
a = bytearray(b'abc')
for other in b'', b'de', bytearray(b'fg'), a, B(b'h'), C(b'i'), memoryview(b'jk'), 'l', 5, [1], None:
    for left in a, B(b'0'), bytearray(), b'q':
        try: v = left + other; print(type(v).__name__, bytes(v), v is left, end='; ')
        except Exception as e: print(type(e).__name__, e, end='; ')
    print()
print(a, a * 3, 0 * a, a * -1, bytearray() * 5, (a * 2).__alloc__(), (a + b'd').__alloc__(), a[::2], a[::-1], a.upper(), a.center(9, b'-'), a.translate(bytes(range(256))))
a.__init__(a)
print(a)
a.__init__(b'again')
print(a)
m = memoryview(a)
for again in 3, b'12345', b'', a, 5:
    try: a.__init__(again); print(a)
    except BufferError as e: print(e, a)
m.release()
a.__init__(2)
print(a, bytearray(3) == b'\0\0\0', all(x == 0 for x in bytearray(100000)), len(bytearray(1 << 20) + bytearray(1 << 20)))
big = bytearray(range(256)) * 5000
print(len(big), big[:256] == big[-256:], (big + big[:5])[-5:], len(big + b'') == len(big), big + b'' is big)
