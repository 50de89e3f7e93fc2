class Full:
    def __iadd__(self, other):
        print("iadd", other)
        return "result"
    def __isub__(self, other):
        return NotImplemented
    def __sub__(self, other):
        return f"sub {other}"
    def __imul__(self, other):
        return NotImplemented
class Right:
    def __rmul__(self, other):
        return "rmul"


x = Full(); x += 1; print(x)
x = Full(); x -= 1; print(x)
x = Full(); x *= Right(); print(x)
for source in ("x = Full(); x *= 1", "x = 1; x += 'a'", "x = []; x += 1", "x = (1,); x += [2]",
               "x = 1; x @= 2", "x = None; x **= 2", "x = {}; x |= 1", "x = 'a'; x %= ()", "x = 1; x //= 0",
               "x = frozenset('a'); x &= 'a'", "x += 1; del x; x += 1", "x = 5; x >>= -1", "x = 'a'; x <<= 1"):
    try:
        exec(source)
        print(source, "works", locals().get("x"))
    except Exception as e:
        print(source, "->", type(e).__name__, e)
t = ([1],)
try:
    t[0] += [2]
except TypeError as e:
    print(e, t)
a = b = [1]
a += (2,)
print(b, a is b)
a = a + [3]
print(b)
def scope():
    total += 1
try:
    scope()
except UnboundLocalError as e:
    print(e)
class C:
    x = 1
c = C()
c.x += 1
print(c.x, C.x)
