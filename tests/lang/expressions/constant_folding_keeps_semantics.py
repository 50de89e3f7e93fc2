print(1 + 2, "a" * 3, -(-5), not 0, (1, 2) + (3,), "abc"[1], (1, 2, 3)[-1], 2 ** 64, 1 / 2, "%s" % 5, "%r %d" % ("x", 3))
try:
    "abc"[10]
except IndexError as e:
    print(e)
try:
    1 / 0
except ZeroDivisionError as e:
    print(e)
print(1 in (1, 2), "x" in {"x", "y"}, -0.0, 0.0 == -0.0, 1 if () else 2)
