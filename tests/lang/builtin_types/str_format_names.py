"""str.format with named arguments: few and many, of several widths."""
print("{a} {b:>4} {a!r} {b.real} {c[k]}".format(a="x", b=5, c={"k": 1}))
print("{\xe4} \u20ac {a} {\u20ac}".format(**{"\xe4": 1, "a": 2, "\u20ac": 3}))
print("{0} {} x".replace("{}", "{a}").format(1, a=2))
many = {f"n{i}": i for i in range(12)}
print("{n0} {n11} {n5:03}".format(**many))
for text, names in (("{x}", {}), ("{x}", {"a": 1}), ("{x}", many), ("{a.b}", {"a": 1}), ("{a[b]}", {"a": 1}), ("{a b}", {"a b": 3}), ("{}{a}", {"a": 1})):
    try:
        print(text.format(**names))
    except (KeyError, AttributeError, TypeError, IndexError) as error:
        print(type(error).__name__, error)
print("{a:{w}.{p}f}|{b:{w}}".format(a=2.5, w=8, p=2, b="x"))
