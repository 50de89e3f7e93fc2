# Functions in C that take any number of arguments take very many.
n = 70000
print(max(*range(n)), min(*range(n)), len(set().union(*[[i] for i in range(n)])))
print("{0}{69999}".format(*range(n)), len([*zip(*[[1]] * n)][0]), sum(1 for _ in map(lambda *a: a, *[[1]] * n)))
import itertools, os.path, operator
print(sum(1 for _ in itertools.chain(*[[1]] * n)), len(operator.itemgetter(*[0] * n)([5])))
try:
    [].append(*range(n))
except TypeError as e:
    print(e)
try:
    [].index(*range(n))
except TypeError as e:
    print(e)
