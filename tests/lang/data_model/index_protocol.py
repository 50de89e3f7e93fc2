class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
print([10, 20, 30][I(1)], "abcdef"[I(1):I(4)], hex(I(255)), range(I(3)), [1] * I(2))
print(bin(I(5)), "%x" % I(16), b"abc"[I(0)])
class Bad:
    def __index__(self): return "x"
for text in ("[1][Bad()]", "[1][1.0]", "[1]['a']", "range(1.5)", "[1][Bad():]"):
    try:
        eval(text)
    except TypeError as e:
        print(text, "->", e)
