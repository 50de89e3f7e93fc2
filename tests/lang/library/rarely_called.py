"""What programs hardly ever call: annotations of subscripts and slices, int's getters by the class, SHAKE of _sha3, _typing's function,
Context._apply()."""
import _sha3
import _typing
import decimal

seen = []


class Box:
    def __getitem__(self, key):
        seen.append(("get", key))
        return self

    def __setitem__(self, key, value):
        seen.append(("set", key, value))


def note(x):
    seen.append(x)
    return x


def annotated():
    box = Box()
    box[note(1)]: note("never")
    box[note(1):note(2)]: int
    box[note(1):note(2):note(3), note(4), ...]: int
    box[note(5)][note(6):]: int = note(7)
    (box[note(8), note(9):]): int
    return box


annotated()
Box()[note(10):note(11), note(12)]: note("here")
print(seen)

print([int.__dict__[name].__get__(7) for name in ("real", "imag", "numerator", "denominator")], True.imag, (2 ** 70).imag)
for make in (_sha3.shake_128, _sha3.shake_256):
    h = make(b"x" * 400)
    h.update(b"y")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(12), h.copy().digest(4))
print(_typing._idfunc(seen) is seen)
print(decimal.Context(prec=3)._apply(decimal.Decimal("1.23456")))
