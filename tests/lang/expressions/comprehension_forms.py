print([x * y for x in range(3) if x for y in range(3) if y != x])
print({x % 3 for x in range(10)}, {x: x * x for x in range(4) if x % 2}, list(x for x in "abc"))
print([[c for c in r] for r in ("ab", "cd")], [x for x in [1, 2, 3] if x > 1 if x < 3])
print([(a, b) for a, (b, *_) in [(1, (2, 3)), (4, (5, 6, 7))]])
