s = {1, 2, 3}
s.add(4); s.discard(9); s.remove(1); s.update([5], (6,))
print(s, s | {7}, s & {2, 9}, s - {2}, s ^ {2, 8}, s < {2, 3, 4, 5, 6, 7}, {2} <= s, s >= {2}, s == {2, 3, 4, 5, 6})
print(s.union([1]), s.intersection([2, 3], [3]), s.difference([2]), s.symmetric_difference([2, 1]), s.isdisjoint([0]), s.issubset(range(9)), s.issuperset([2]))
s &= {2, 3}; s |= {9}; s -= {2}; s ^= {1, 9}
print(s, set(), frozenset("a"), {1} | frozenset([2]), frozenset([1]) | {2})
s.clear()
for text in ("set().remove(1)", "set().pop()", "{[]}", "{1} | [1]", "{1} < [1]", "set(5)", "{1}.add({})"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
