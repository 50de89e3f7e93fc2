def f(x):
    match x:
        case []: return "empty"
        case [a]: return f"one {a}"
        case (a, b): return f"two {a} {b}"
        case [1, *rest, 9]: return f"1..9 {rest}"
        case [first, *_, last] if first == last: return f"same {first}"
        case [_, _, *rest]: return f"rest {rest}"
        case _: return "no"
for v in ([], (), [1], (1, 2), [1, 2, 3, 9], [5, 6, 5], [1, 2, 3], "ab", b"ab", {1, 2}, range(2), iter([1])):
    print(f(v))
