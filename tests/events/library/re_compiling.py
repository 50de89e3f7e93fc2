import re
for pattern in r"a*b+?c{2,3}", r"(?P<n>x|y)(?P=n)", r"(?i:A)b", r"[^\W\d_]+", r"(?<=a)b(?!c)", r"^\s*(\w+)\s*=\s*(.*?)\s*$", r"(a)|b(?(1)c|d)", r"(?>a+)b", r"a++", r"\N{BULLET}", r"(?x) a # c", r"[a-fA-F0-9&&x]", "é|è":
    p = re.compile(pattern, re.M)
    print(pattern, p.groups, p.groupindex, p.search("aab = ccxx ab"), p.findall("ab key = value "))
print(re.sub(r"(\w)(\d)", r"\2\g<1>", "a1b2"), re.sub("x", lambda m: m.group().upper(), "axbx", count=1), re.split(r"(,)\s*", "a, b,c"), re.escape("a.b*c"), re.fullmatch("a|ab", "ab"), re.subn("a", "b", "aaa"))
for bad in "(", "[", "*", "(?P<1>x)", r"\g", "a{3,2}", "(?<=a*)b", "(?P=zz)", "x**", "(?z)", "[b-a]":
    try:
        re.compile(bad)
    except re.error as error:
        print(bad, error)
s = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"\w+", lambda s, t: t), (r"\s+", None)])
print(s.scan("a 12 b !"))
