print("abc".capitalize(), "hello world".title(), "aBc".swapcase(), "x".center(5, "*"), "x".ljust(3) + "|", "x".rjust(3), "-5".zfill(4), "a\tb".expandtabs(4))
print("  x ".strip(), "xxaxx".strip("x"), "xya".lstrip("xy"), "axy".rstrip("yx"), "prefix".removeprefix("pre"), "a.py".removesuffix(".py"), "aaa".replace("a", "b", 2), "abc".replace("", "-"))
print("abc".translate({97: "x", 98: None, 99: 100}), "hello".translate(str.maketrans("el", "ip", "h")), "a" * 3, 3 * "ab", "abc" < "abd", "Z" < "a", "abc".count("b"), "aaaa".count("aa"))
print("abcabc".find("c"), "abcabc".rfind("c"), "abc".find("x"), "abc".index("b"), "abc".startswith(("x", "a")), "abc".endswith("bc", 1), "abc".startswith("b", 1, 2))
for text in ("'abc'.index('x')", "'a'.center('b')", "'a'.center(5, 'ab')", "'a'.startswith(1)", "'a'.replace(1, 2)", "'a'.translate(1)", "'a'.zfill('x')", "'a' + 1", "'a' * 'b'", "'a' < 1"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
