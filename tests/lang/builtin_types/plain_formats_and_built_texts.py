"""Numbers with prefixes and of classes derived from int in % and format(); texts and bytes of some size put together piece by piece."""
import hashlib
import io
import random


class I(int):
    pass


class J(int):
    def __str__(self):
        return "J"

    __repr__ = __str__

    def __int__(self):
        return 9

    def __index__(self):
        return 8

    def __float__(self):
        return 2.5


for v in (0, -1, 255, 1 << 61, -(1 << 70), True, I(-300), I(1 << 65), J(7), 1.5, 1e20):
    said = []
    for f in ("%#x", "%#X", "%#o", "%#d", "%#010x", "%#-10x|", "%-#10o|", "%0#10x", "%#5.3x", "%#70x", "%#g", "%#.0f", "%d", "%5i", "%05u", "%x"):
        for form in (f, f.encode()):
            try:
                said.append(form % v)
            except (TypeError, ValueError, OverflowError) as error:
                said.append(str(error))
    for f in ("#x", "#X", "#o", "#b", "#012b", "<#10x", ">#10x", "#010x", "=#10x", "#70b", "#d", "#.1f", "#n"):
        try:
            said.append(format(v, f))
        except (ValueError, OverflowError) as error:
            said.append(str(error))
    print(repr(v), said)

r, out, wrong = random.Random(7), hashlib.md5(), 0
for i in range(8000):
    form = "%" + "".join(r.choice("#0-+ ") for _ in range(r.randrange(3))) + r.choice(("", "5", "30", "60", "61")) + r.choice(("", ".0", ".3", ".18")) + r.choice("dxXoeEfgGsr")
    v = r.choice((0, -255, 1 << 61, 1 << 62, -(1 << 64), True, I(5), J(-7), 2.5, float("inf"), "a", None))
    for f in (form, form.encode()):
        try:
            said = f % v
        except (TypeError, ValueError, OverflowError) as error:
            said = str(error)
        out.update(repr(said).encode())
print(out.hexdigest())

for k in (1, 10, 1000, 5000, 100000, 1500000):
    for parts in (("a" * k, "b" * k), ("a" * k, "\xe9" * k), ("\xe9" * k, "\u20ac" * (k // 3 + 1), "x" * k), ("\U0001f600" * k,) * 3, ("\xe9" * k, "b", "c" * k)):
        whole = "".join(parts)
        formed = ("{}" * len(parts)).format(*parts)
        wrong += formed != whole or ("%s" * len(parts)) % parts != whole or formed.encode().decode() != whole or formed.encode() != whole.encode()
        raw = [p.encode() for p in parts]
        wrong += (b"%s" * len(raw)) % tuple(raw) != b"".join(raw)
    o = io.StringIO()
    for i in range(50):
        o.write("\xe9" * (k // 50 + 1))
    wrong += o.getvalue() != "\xe9" * ((k // 50 + 1) * 50)
for n in range(40):
    b = bytes(range(n))
    for step in (-1, -2, -3, 2, 3, 5, 7):
        for start in (None, 0, 3, n - 2):
            for end in (None, 1, n):
                want = bytes(list(b)[start:end:step])
                wrong += b[start:end:step] != want or bytearray(b)[start:end:step] != want or bytes(memoryview(b)[start:end:step]) != want
for i in range(8000):
    v = r.getrandbits(r.randrange(0, 300)) * r.choice((1, -1)) if r.random() < .7 else r.choice((1, -1)) * (1 << r.randrange(0, 300)) + r.choice((0, 0, 1, -1))
    n, order, signed = r.randrange(1, 42), r.choice(("big", "little")), r.random() < .5
    try:
        b = v.to_bytes(n, order, signed=signed)
        wrong += int.from_bytes(b, order, signed=signed) != v
    except OverflowError as error:
        b = str(error).encode()
    out.update(b)
print("wrong:", wrong, out.hexdigest())
print([(s.strip(c), s.lstrip(c), s.rstrip(c)) for s in ("", "aa", "aab", "baa", "\xe9a\u20ac\xe9", "\xe9\xe9a") for c in ("a", "\xe9", "\u20ac", "ab", "")])
print(max(b"abc"), min([3, 2, 1]), max([1, 2.5, 2]), max([True, 1]), min([1, True]), max([1 << 80, 5]), min(range(5)), max([], default=3), max(iter([5, I(7), 7])))
