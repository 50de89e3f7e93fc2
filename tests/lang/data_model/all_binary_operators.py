class N:
    pass
ops = "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split()
for op in ops:
    setattr(N, f"__{op}__", lambda self, o, op=op: (op, o))
    setattr(N, f"__r{op}__", lambda self, o, op=op: ("r" + op, o))
    setattr(N, f"__i{op}__", lambda self, o, op=op: ("i" + op, o))
n = N()
print(n + 1, n - 1, n * 1, n @ 1, n / 1, n // 1, n % 1, n ** 1, n << 1, n >> 1, n & 1, n | 1, n ^ 1)
print(1 + n, 1 - n, 1 * n, 1 @ n, 1 / n, 1 // n, 1 % n, 1 ** n, 1 << n, 1 >> n, 1 & n, 1 | n, 1 ^ n)
for op in "+ - * @ / // % ** << >> & | ^".split():
    ns = {"v": N()}
    exec(f"v {op}= 2", ns)
    print(ns["v"], end=" ")
print()
