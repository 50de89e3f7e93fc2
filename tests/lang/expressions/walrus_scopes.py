"""Where := binds: functions, comprehensions, conditions, lambdas; and where it may not be."""
if (n := len("abc")) > 2:
    print(n)
print([y := 1, y**2, y := y + 5], y)
print([last := x for x in range(3)], last)
print(any((hit := w).startswith("b") for w in ["a", "bc", "d"]), hit)


def f():
    total = 0
    partial = [total := total + v for v in range(4)]
    return total, partial, [[z := i * j for j in range(2)] for i in range(3)], z


print(f())


def g():
    [q := 1 for _ in "a"]
    def inner():
        nonlocal q
        [q := q + 1 for _ in "abc"]
    inner()
    return q, sorted(locals())


print(g())
lam = lambda: (u := 5) + u
print(lam())
while (n := n - 1) > 0:
    print("n", n)
print(f"{(k := 3)} {k=}", (a := 1, b := 2), a, b, {(s := 1): (t := 2)}, s, t)
print((lambda x=(dflt := 7): x)(), dflt)
for source in ["x := 1", "[x := 1 for x in y]", "[[x := 1 for _ in y] for x in z]", "class C: [x := 1 for _ in y]", "[i for i in (x := y)]",
               "[i for i in y if (i := 1)]", "(x.y := 1)", "(x[0] := 1)", "((a, b) := 1)", "f(x := 1, y=2)", "f(y = x := 1)", "(x := 1, 2)",
               "lambda: x := 1", "def f(a = b := 1): pass", "x = y := 1", "x[y := 1]", "x[a:=1, b:=2]", "{x := 1: 2}", "{1: x := 2}", "(x): int = (y := 1)",
               "del (x := 1)", "(True := 1)", "(x := y := 1)", "assert x := 1", "with (x := y): pass", "with x := y: pass", "[x for x, (y := 1) in z]", "print(x := 1)", "global x; (x := 1)", "[j for j in range(5) for i in (j := 1, 2)]", "@(x := f)\ndef g(): pass", "(*x := 1)", "f'{x:=5}'", "return (x := 1)"]:
    try:
        compile(source, "f", "exec")
        print(repr(source), "compiles")
    except SyntaxError as e:
        print(repr(source), e.msg, e.lineno, e.offset)
