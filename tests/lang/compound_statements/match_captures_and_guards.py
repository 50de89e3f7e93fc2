def t(v):
    print("guard", v)
    return v
match (1, 2):
    case (a, b) if t(a > b): print("no")
    case (a, b) as whole if t(True): print(a, b, whole)
print(a, b)
match 5:
    case 1 | 2 | 3: print("small")
    case (4 | 5) as n: print("medium", n)
class Color:
    RED = 1
    GREEN = 2
match 2:
    case Color.RED: print("red")
    case Color.GREEN: print("green")
match 1, 2, 3:
    case x, *_: print(x)
match {"k": [1, {"d": (2, 3)}]}:
    case {"k": [_, {"d": (p, q)}]}: print(p, q)
match = 5
case = match
print(match, case)
