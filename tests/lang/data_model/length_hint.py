import operator
class H:
    def __length_hint__(self): return 10
    def __iter__(self): return iter("ab")
class Bad:
    def __length_hint__(self): return "x"
    def __iter__(self): return iter("cd")
print(operator.length_hint(H()), list(H()), operator.length_hint(iter([1, 2, 3])), operator.length_hint(5, 3))
try:
    list(Bad())
except TypeError as e:
    print(e)
