x = 5
x += 1; x -= 2; x *= 3; x //= 2; x **= 2; x %= 7; x <<= 3; x >>= 1; x |= 1; x &= 0xf; x ^= 5
print(x)
x /= 2
print(x)
l = [1, 2, 3]
l[0] += 10
l[1:2] += [9]
l[-1] *= 2
print(l)
class C: n = 1
C.n += 1
c = C()
c.n += 5
print(C.n, c.n)
s = "a"
s += "b" * 2
print(s)
def f():
    try:
        undefined += 1
    except UnboundLocalError as e:
        print(e)
    undefined = 1
f()
