class M:
    def __init__(self, r): self.r = r
    def __matmul__(self, o): return M([[sum(a * b for a, b in zip(x, y)) for y in zip(*o.r)] for x in self.r])
print((M([[1, 2], [3, 4]]) @ M([[0, 1], [1, 0]])).r)
m = M([[1, 1]])
m @= M([[2], [3]])
print(m.r)
try:
    1 @ 2
except TypeError as e:
    print(e)
