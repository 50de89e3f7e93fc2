import itertools, operator
print(operator.attrgetter("real", "imag")(3 + 4j), operator.itemgetter(1, 0)("ab"), operator.methodcaller("replace", "a", "b")("aa"), operator.concat([1], [2]), operator.indexOf([5, 6], 6))
print(list(itertools.accumulate([1, 2, 3], lambda a, b: a * b)), [(k, list(g)) for k, g in itertools.groupby("aabbc", key=lambda c: c)], list(itertools.starmap(lambda a, b: a + b, [(1, 2), (3, 4)])))
print(list(itertools.takewhile(lambda n: n < 3, range(9))), list(itertools.filterfalse(lambda n: n % 2, range(5))), list(itertools.islice(itertools.count(2, 3), 4)), list(map(lambda a, b: a - b, [5, 6], [1, 2])))
