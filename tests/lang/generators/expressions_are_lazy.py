def t(v):
    print("t", v)
    return v
ge = (t(x) for x in t([1, 2, 3]) if t(x))
print("made")
print(next(ge), next(ge))
ge.close()
print(list(ge), sum(x * x for x in range(5)), max((len(w), w) for w in ["a", "bbb", "cc"]))
try:
    (x for x in 5)
except TypeError as e:
    print(e)
print(type(ge).__name__, ge.__name__)
