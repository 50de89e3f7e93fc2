def a(n): return b(n - 1)
def b(n): return a(n) if n else 1 / n
a(4)
