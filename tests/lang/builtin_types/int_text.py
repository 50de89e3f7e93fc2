# int() of text in all bases, its errors, and the text of ints.
import sys


def attempt(*args, **kwargs):
    try:
        return int(*args, **kwargs)
    except (ValueError, TypeError) as e:
        return type(e).__name__ + ": " + str(e)


for text in ("0", "-0", "+7", " 12 ", "\t-12\n", "1_000", "1__0", "_1", "1_", "", " ", "+",
             "- 1", "+-1", "12a", "0x1f", "0b101", "0o17", "0X1F", "0x_1f", "0x", "010",
             "00", "0_0", "1e5", "1.0", "\u0661\u0662\u0663", "\uff11\uff12", "\u20031\u2003",
             "1\0", "9" * 30, "\u00b2", "x" * 300):
    print(ascii(text[:20]), attempt(text), attempt(text, 0), attempt(text, 16),
          attempt(text, 36) if len(text) < 50 else "")

for base in (-1, 0, 1, 2, 3, 8, 36, 37, 2**70):
    print(base, attempt("11", base), attempt("1_1", base))
print(attempt(b"12"), attempt(bytearray(b" 0x1F "), 16), attempt(b"1x"), attempt(b"\xff"))
print(attempt(), attempt(5), attempt(5.9), attempt(-5.9), attempt(True), attempt(5, 10))
print(attempt(base=10), attempt("12", base=3), attempt([]), attempt(None), attempt(1j))
print(attempt(x=1), attempt("1", 2.0), attempt(float("nan")) if 0 else "")
for bad in (float("inf"), float("-inf"), float("nan")):
    try:
        int(bad)
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
print(int(1e300), int(-1e20), int(2.0**62), int(2.0**63), int(-2.0**63))

for n in (0, 1, -1, 255, -255, 2**62, -2**62, 2**63 - 1, -2**63, 2**64, 10**25, -10**25):
    print(n, repr(n), str(n), hex(n), oct(n), bin(n))
print(str(3**500))

print(sys.get_int_max_str_digits())
for function in (lambda: int("1" * 4301), lambda: str(10**4300), lambda: repr(10**5000),
                 lambda: "%d" % 10**4300, lambda: f"{10**4300}", lambda: int("1" * 5000, 7)):
    try:
        function()
    except ValueError as e:
        print(e)
print(len(str(10**4299)), int("1" * 4300) % 1000007, int("f" * 5000, 16) % 1000007)
