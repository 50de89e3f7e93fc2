print(1 + 2 * 3 ** 2 // 4 % 5 - -6, 1 | 2 ^ 3 & 4 << 1 + 1, not 1 == 2 and 3 > 2 or 0)
print(-1 ** 2, ~1 + 1, 2 * -3, 1 if 0 else 2 + 3, lambda: 1 or 2)if False else None
print(-3 .real, 1 .__add__(2), 1. .real, 5 % 3 * 2, 2 ** -1 * 4)
