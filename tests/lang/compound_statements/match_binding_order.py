# Names bound before a pattern fails stay bound; guards see them.
def f(x):
    match x:
        case [a, b, 3]: return "three"
        case [a, b] if print("guard", a, b): return "no"
        case (1 | 2) as a, *b: return "or"
        case {"k": a, **b}: return "mapping"
        case str(a) | [str(a)]: return "text"
    return "none"


for x in [1, 2, 4], [1, 2], [7, 8, 9], {"k": 5, "z": 6}, ["t"], "u", 3:
    result = None
    def run():
        match x:
            case _: pass
        return f(x)
    print(x, run())


def leftover():
    match [1, 2, 3]:
        case [first, second]: pass
        case [first, 5, third]: pass
        case [a, 2, 4] | [4, 2, a]: pass
        case other: pass
    return sorted(locals())


print(leftover())


class Noisy:
    def __init__(self, value): self.value = value
    def __eq__(self, other):
        print("compare", other, end="; ")
        return self.value == other


def literal(x):
    match x:
        case 1: return "one"
        case 2 | 3: return "two or three"
        case -4: return "minus four"
        case 1 + 2j: return "complex"
        case "s" "t": return "st"
        case b"b": return "bytes"
        case True: return "true"
        case None: return "none"
        case _: return "other"


for value in 1, 2, 3, -4, 1 + 2j, "st", b"b", True, None, 99:
    print(literal(Noisy(value)))
print(literal(True), literal(1.0), literal(None))
