# bool: arithmetic is int's, the bit operations are its own.
def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except TypeError as e:
        return type(e).__name__ + ": " + str(e)


for a in (False, True):
    print(repr(a), str(a), hash(a), int(a), float(a), -a, +a, ~a, abs(a), not a)
    for b in (False, True, 0, 1, 2, 2**70):
        print(a + b, a - b, a * b, a & b, a | b, a ^ b, a == b, a < b, a << 3, a ** 2)
        print(type(a & b), type(b | a), type(a + b))
print(bool(), bool(0), bool(""), bool([0]), bool(None), bool(0.0), bool(2**80), bool(0j))
print(attempt(bool, 1, 2), attempt(bool, x=1), bool.__mro__, isinstance(True, int))
print(["no", "yes"][True], {1: "one"}[True], sum([True, True, False]), True is (1 == 1))
print(f"{True}", f"{True:5}|", f"{True:d}", "%d %s" % (True, False), format(False, ">8"))
print(True.real, True.imag, True.numerator, True.bit_length(), bool.from_bytes(b"\x05"))


class Truth:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return self.value


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


print(bool(Truth(True)), bool(Truth(False)), attempt(bool, Truth(1)), bool(Sized(0)), bool(Sized(3)))
try:
    class Sub(bool):
        pass
except TypeError as e:
    print(e)
try:
    bool(Sized(-1))
except ValueError as e:
    print(e)
