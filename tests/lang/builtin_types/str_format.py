# str.format, format_map and f-strings: fields, numbering, conversions, errors.


def t(fmt, *args, **kwargs):
    try:
        print(ascii(fmt.format(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class P:
    x = 1
    y = {"k": [10, 20], "a b": 3}

    def __format__(self, spec):
        return "P<" + spec + ">"


t("plain")
t("{}{}", 1, "b")
t("{0}{1}{0}", "a", "b")
t("{a}{b}", a=1, b=2)
t("{{}}{{{}}}", 5)
t("{0.x} {0.y[k]} {0.y[k][1]} {0.y[a b]}", P())
t("{:>5}|{:<5}|{:^5}|{:*^7}", 1, 2, 3, 4)
t("{!r} {!s} {!a}", "\xe9", "\xe9", "\xe9")
t("{:{}}", "x", 5)
t("{:{w}.{p}}", "abcdef", w=8, p=3)
t("{0:{1}{2}}", 7, "0", 4)
t("{}", P())
t("{:abc}", P())
t("{!r:>30}", "x")
t("{:{{}}}", 1)
for bad in ["{", "}", "{0", "{0!", "{0!r", "{0!rx}", "{0!x}", "{0!\xe9}", "{0:", "{0:{}", "{0:{", "}{",
            "{0[}", "{0[a]b}", "{0.}", "{0[]}", "{0.x.}", "{}{0}", "{0}{}", "{1}", "{a}", "{0.zz}",
            "{0[zz]}", "{ 0}", "{0!}", "{!}", "{0!r:", "{a{b}}", "{99999999999999999999}", "{0[99999999999999999999]}",
            "{:{:{}}}", "{0:d}", "{0:zz}", "{-1}", "{0]}", "{.x}", "{[k]}", "{0!r!s}", "{:\x00}"]:
    t(bad, "arg")
t("{.x}{[k]}", P(), {"k": 1})
t("{0[-1]}", [1, 2])
t("{0[1]}", [1, 2])
t("{0[1]}", {1: "int", "1": "str"})
t("{0[01]}", [1, 2])
try:
    print("{a} {b.x}".format_map({"a": 1, "b": P()}))
    print("{}".format_map({}))
except Exception as e:
    print(type(e).__name__, e)


class D(dict):
    def __missing__(self, key):
        return "<" + key + ">"


print("{x}{y}".format_map(D(x=1)))
try:
    "{x}".format_map(5)
except Exception as e:
    print(type(e).__name__, e)
a, w = "v\xe9", 10
print(f"{a}", f"{a!r}", f"{a!a:>{w}}", f"{a:{w}}|", f"{{{a}}}", f"{1 + 1}", f"{a=}", f"{w=:>5}", f"{'nested'}")
print(f"{a}" f"{w}" "tail", f"", f"{3.14159:.2f} {1000000:,} {255:#x} {0.5:%}")
for spec in ["10", "<10", "^10", ".2", "=10", "10d", "010", "s", "*>8s", "x", "+", ",", "\u20ac^9", " ", "#"]:
    try:
        print(ascii(format("ab\u20ac", spec)))
    except Exception as e:
        print(type(e).__name__, e)
try:
    format("a", 5)
except Exception as e:
    print(type(e).__name__, e)
try:
    "a".__format__(5)
except Exception as e:
    print(type(e).__name__, e)
