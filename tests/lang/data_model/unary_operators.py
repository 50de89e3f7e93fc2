class U:
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "invert"
    def __abs__(self): return "abs"
u = U()
print(-u, +u, ~u, abs(u), not u)
print(-True, +True, ~True, -(-5), ~0, -0.0, +-+1)
for text in ("-'a'", "+[]", "~1.5", "abs('x')"):
    try:
        eval(text)
    except TypeError as e:
        print(e)
