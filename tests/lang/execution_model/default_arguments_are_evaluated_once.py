def f(x, acc=[]):
    acc.append(x)
    return acc
print(f(1), f(2), f(3, []), f(4))
def t(n): print("eval", n); return n
def g(a=t(1), *, b=t(2)): pass
g(); g()
