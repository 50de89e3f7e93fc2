print("a b  c ".split(), "a,b,,c".split(","), "a,b,c".split(",", 1), "a b c".rsplit(None, 1), "a\nb\r\nc\x0bd\u2028e".splitlines(), "a\n\nb".splitlines(True))
print(",".join("abc"), "".join([]), "-".join(["x"]), "a=b=c".partition("="), "a=b=c".rpartition("="), "abc".partition("x"), "".split(), "".split(","), " ".split(" "))
for text in ("'a'.split('')", "'a'.join([1])", "','.join(5)", "'a'.partition('')", "'a'.split(1)"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
