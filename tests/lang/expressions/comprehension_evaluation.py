"""What a comprehension evaluates where and when; names that it does not leak."""
def show(x): print("show", x); return x


print([show(a) + show(b) for a in show((1, 2)) if show(a) > 0 for b in show((10, 20)) if show(b) < 20])
x = "outer"
print([x for x in range(3)], x, {x for x in "aa"}, {x: x for x in (1,)}, list(x for x in (9,)), x)


class C:
    a = 5
    items = [1, 2]
    ok = [i for i in items]
    try:
        bad = [a for _ in items]
    except NameError as e:
        print(e)
    also_ok = (lambda v=a: v)()


print(C.ok, C.also_ok)
fs = [lambda: i for i in range(3)]
print([f() for f in fs], [f() for f in [lambda i=i: i for i in range(3)]])
print([[i * j for j in range(i)] for i in range(4)], [i for i in range(5) if i % 2 if i > 1])
print({k: v for k, v in zip("abc", range(3))}, {k: v for (k, v), in [((1, 2),)]}, [a for a, *b in [(1, 2, 3)]], [(*b,) for a, *b in ["xyz"]])
print([locals().keys() - {".0"} for q in (1,)], (lambda: [sorted(locals()) for z in (1,)])())
g = (1 / d for d in (1, 0))
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(e, e.__traceback__.tb_next.tb_frame.f_code.co_name)
try:
    (i for i in None)
except TypeError as e:
    print(e)
for source in ["[x for x in]", "[x for in y]", "[for x in y]", "[x, y for x in z]", "[*x for x in y]", "{**x for x in y}", "{x: *y for x in z}", "f(x for x in y, 1)", "f(1, x for x in y)", "f(x for x in y)", "class C(x for x in y): pass", "[x for x in 1, 2]", "[x for x in lambda: y, 1]", "[x for 1 in y]", "[x for f() in y]", "{x for x in y}", "(x for x in y) = 1", "[x for x in y] = 1", "del [x for x in y]", "[x if y for z in w]", "[x for x in y if a else b]"]:
    try:
        compile(source, "f", "exec")
        print(source, "compiles")
    except SyntaxError as e:
        print(source, "|", e.msg, e.offset, e.end_offset)
