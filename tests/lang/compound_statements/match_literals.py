def f(x):
    match x:
        case 0: return "zero"
        case -1 | 1: return "one"
        case 2.5: return "float"
        case 1 + 2j: return "complex"
        case "a" "b": return "ab"
        case b"x": return "bytes"
        case None: return "none"
        case True: return "true"
        case _: return "other"
print([f(v) for v in (0, 0.0, False, -1, 1, True, 2.5, 1 + 2j, "ab", b"x", None, "q")])
