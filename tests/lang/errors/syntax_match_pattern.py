match x:
    case a.b() | c: pass
    case {**rest, "a": 1}: pass
