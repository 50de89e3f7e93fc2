"""Big ints in binary, octal and hexadecimal, digits across the edges of their words, and beside int() of the text."""
n = 0
for bits in (62, 63, 64, 65, 66, 67, 126, 127, 128, 129, 191, 192, 193, 200, 255, 256, 257, 511, 512, 513, 514, 575, 640, 2000):
    for v in (1 << bits, (1 << bits) - 1, (1 << bits) + 1, (1 << bits) // 3, (1 << bits) // 7 + (1 << (bits - 3))):
        for x in v, -v:
            for f, b in (bin, 2), (oct, 8), (hex, 16):
                assert int(f(x), 0) == x and int(f(x), b) == x, (f, x)
                n += len(f(x))
            assert f'{x:x}' == format(x, '#X')[:(x < 0)] + format(x, '#X')[2 + (x < 0):].lower() and '%o' % x == oct(x).replace('0o', ''), x
            assert int(str(x)) == x and f'{x:,}'.replace(',', '') == str(x) and f'{x:_b}'.replace('_', '') == bin(x).replace('0b', '')
print(n, hex(3 ** 126), oct(-3 ** 126), bin(1 << 64), hex(-1 << 63), hex((1 << 64) - 1), oct(1 << 64), oct(1 << 63), oct(1 << 65))
print(f'{-3 ** 100:#x} {3 ** 100:#_X} {3 ** 100:>80o} {-7 ** 60:030b}'[:200], '%#x %#X %#o' % (-3 ** 80, 3 ** 80, 3 ** 80))
class I:
    def __index__(self): return -(1 << 100)
print(hex(I()), bin(I())[:9], oct(I()))
for bad in 1.5, 'x':
    try: hex(bad)
    except TypeError as e: print(e)
print(str(10 ** 154 + 7), str(-10 ** 155), str(10 ** 253), len(str(10 ** 300)), (10 ** 254).__repr__()[-3:], str(-(10 ** 252))[:4])
