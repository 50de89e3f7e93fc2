def f(a, b=1, /, c=2, *, d, e=3): return a, b, c, d, e
calls = ["f()", "f(1)", "f(1, 2, 3, 4, d=1)", "f(1, d=1, d2=2)", "f(a=1, d=1)", "f(1, d=1, **{'d': 2})", "f(1, 2, 3, c=4, d=1)",
         "f(1, b=2, d=3)", "f(*1)", "f(**1)", "f(1, **{1: 2}, d=1)", "f(1, d=4)"]
for c in calls:
    try:
        print(eval(c))
    except TypeError as e:
        print(c, "->", e)
