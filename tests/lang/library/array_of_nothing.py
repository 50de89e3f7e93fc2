# Operations on arrays without items, whose memory is not there.
from array import array

e = array("i")
a = array("i", [1, 2])
print(e + e, e * 3, e[:], e[::2], e == array("i"), e.tobytes(), bytes(e))
e[:] = e
e[::2] = e
e.extend(e)
e.frombytes(b"")
e.fromlist([])
e += e
e *= 5
print(e, e.__copy__(), array("i", e), array("i", b""), memoryview(e).tolist())
a[1:1] = e
print(a)
a[:] = e
print(a, array("u").tounicode() == "", array("u", ""), repr(array("d", [])))
for r in e.__reduce_ex__(2), e.__reduce_ex__(3):
    print(r[1])
a = array("i", range(9))
a[::2] = array("i")  # takes those items away
print(a)
