import array, collections
class Eq:
    def __init__(self, act): self.act = act
    def __eq__(self, other): self.act(); return True
def clear(a): del a[:]
def shrink(a): del a[1:]
def pop(a): a.pop()
for act in clear, shrink, pop:
    for n in range(1, 5):
        a = array.array('i', range(5, 5 + n))
        print(act.__name__, n, a.remove(Eq(lambda: act(a))), a)
