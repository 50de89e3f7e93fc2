print(any([]), all([]), any([0, "", 5]), all([1, "a", []]), any(x > 2 for x in range(5)), all(x < 5 for x in range(5)), sorted({3, 1, 2}), sorted({"b": 1, "a": 2}), sorted("bca", reverse=True), sorted([]), sorted([[2], [1, 5], [1]]))
print(sorted(["B", "a", "C"], key=str.lower), sorted([1, -2, 3], key=abs, reverse=True), sorted([True, False, 2, 0]))
