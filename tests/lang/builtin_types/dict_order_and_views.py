d = {"a": 1, "b": 2, "c": 3}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), "a" in k, ("a", 1) in i, 2 in v)
del d["a"]
d["a"] = 9
print(list(k), list(reversed(d)), list(reversed(i)))
print(sorted(k & {"a", "x"}), sorted(k | {"x"}), sorted(k - {"a"}), sorted(k ^ {"a", "x"}), k == {"a", "b", "c"}, k.isdisjoint("xy"))
print(sorted(i & {("b", 2)}), k.mapping == d, {**d, "b": 0})
d["b"] = 0
print(d, d == {"c": 3, "b": 0, "a": 9}, d != {})
