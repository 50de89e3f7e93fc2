# Integer operators at and around the sizes where the representation changes.
EDGES = [0, 1, 2, 3, 7, 10, 2**30 - 1, 2**30, 2**31, 2**52, 2**53 + 1, 2**61, 2**62 - 1,
         2**62, 2**62 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64, 2**64 + 1,
         2**127, 2**128 - 1, 10**40 + 7]
EDGES += [-n for n in EDGES if n]


def attempt(function, *args):
    try:
        return function(*args)
    except (ZeroDivisionError, OverflowError, ValueError) as e:
        return type(e).__name__ + ": " + str(e)


checksum = 0
for a in EDGES:
    for b in EDGES:
        results = (a + b, a - b, a * b, attempt(lambda: a // b), attempt(lambda: a % b),
                   attempt(divmod, a, b), attempt(lambda: a / b), a & b, a | b, a ^ b,
                   a < b, a <= b, a == b, a != b, a > b, a >= b)
        if b in (7, -3, 2**64, -2**63):
            print(a, b, results)
        checksum = (checksum * 31 + sum(map(int, results[:3]))) % (2**61 - 1)
print(checksum)

for a in EDGES:
    print(a, -a, +a, ~a, abs(a), hash(a), bool(a), a.bit_length(), a.bit_count())

for a in (0, 1, -1, 5, -5, 2**62, -2**62, 2**63, -2**63, 2**64, -2**64, 10**30, -10**30):
    for n in (0, 1, 2, 31, 61, 62, 63, 64, 65, 127, 128, 200):
        print(a << n, a >> n, end=" ")
    print()

for n in (-1, -2**70):
    print(attempt(lambda: 1 << n), attempt(lambda: 1 >> n))
print(0 << 10**30, 5 >> 10**30, -5 >> 10**30)
