# Operators of float, alone and with ints, at the special values too.
inf = float("inf")
nan = float("nan")
VALUES = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 3.7, 1e-5, 1e16, 1e22, 1e100, -1e300, 1e-300,
          5e-324, 1.7976931348623157e308, 2.0**53, inf, -inf, nan]


def attempt(function):
    try:
        return function()
    except (ZeroDivisionError, OverflowError) as e:
        return type(e).__name__ + ": " + str(e)


for a in VALUES:
    print(a, -a, +a, abs(a), bool(a), a == a, attempt(lambda: int(a)) if a == a and abs(a) < 1e30 else "")
    for b in VALUES[:9] + VALUES[-3:]:
        print(a + b, a - b, a * b, attempt(lambda: a / b), attempt(lambda: a // b),
              attempt(lambda: a % b), attempt(lambda: divmod(a, b)), attempt(lambda: a ** b),
              a < b, a <= b, a == b, a != b, a > b, a >= b)

for i in (0, 1, -3, 7, 2**53, 2**53 + 1, 2**63, 10**22, 10**23):
    for f in (0.0, 1.5, -3.0, 2.0**53, 1e22, 1e23, inf, -inf, nan):
        print(i + f, f - i, i * f, attempt(lambda: i / f), attempt(lambda: f // i),
              i < f, i == f, f >= i, i != f)

print(9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0)
print(10**400 > 1e308, 10**400 < inf, -10**400 > -inf, 10**400 == inf, 10**400 != nan)
print(attempt(lambda: 10**400 + 1.0), attempt(lambda: 1.0 * 10**400), attempt(lambda: 10**400 / 3))
print(10**400 / 10**399, 1 / 10**400, 3 / 7, -7 / 2, 10**30 / 3, 2**1024 / 2**1000)
print([x // 0.1 for x in (1.0, 0.3, -0.7)], [x % 0.1 for x in (1.0, 0.3, -0.7)])
x = 1.5
x += 1
x *= 2
x -= 0.25
x /= 3
x //= 0.5
x **= 3
x %= 1.3
print(x)
print(hash(0.5), hash(-1.0), hash(1e300), hash(inf), hash(-inf), hash(2.0**100), hash(0.1), hash(5e-324))
