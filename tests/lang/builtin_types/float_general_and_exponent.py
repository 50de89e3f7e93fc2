"""%g, %e and their kin where the digits round up to one more, are halves, begin below the point or end far above it."""
import hashlib, random, struct
r = random.Random(8)
values = [0.0, 1.0, 9.5, 9.9996, 99999.95, 999999.5, 1000000.5, 123456.5, 1234565.0, 1234575.0, 12345650.0, 12345650.5, 0.1, 0.5, 0.25, 0.125, 1e-5, 9.9999999e-6, 0.00001, 0.000099999995,
          4503599627370495.5, 4503599627370496.0, 4503599627370497.0, 9007199254740993.0, 1e15, 1e16, 1e17, 1e22, 1e300, 5e-324, 2.2250738585072014e-308, 0.3, 2.5, 3.5, 1.005, 1e10 + 0.5, 2.0 ** 51 + 0.5, 10.0, 100.0, 99.9999, 0.99999949, 0.9999995, 0.99999951]
for v in values:
    print(repr(v), *(f % v for f in ('%g', '%e', '%.0e', '%.1g', '%.2g', '%.3e', '%#g', '%.12g', '%.15e', '%.17g', '%G', '%.16e')), f'{v:g}', f'{v:.3}', f'{v:n}', f'{-v:e}', f'{v:%}', f'{v:.20g}')
h = hashlib.md5()
for i in range(6000):
    v = r.choice((lambda: r.random(), lambda: r.uniform(0, 10 ** r.randrange(17)), lambda: round(r.uniform(0, 1e6), r.randrange(6)), lambda: r.randrange(10 ** r.randrange(1, 16)) / 2 ** r.randrange(12), lambda: struct.unpack('d', struct.pack('Q', r.getrandbits(62)))[0], lambda: 10.0 ** r.randrange(-6, 16) * (1 - r.choice((0, 2.0 ** -53, 2.0 ** -40)))))()
    for p in (1, 3, 6, r.randrange(1, 19)):
        h.update(('%.*g %.*e' % (p, v, p, v)).encode())
    if i % 1000 == 999: print(h.hexdigest())
