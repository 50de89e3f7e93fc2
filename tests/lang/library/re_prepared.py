# What the matcher knows of a pattern beforehand (bitmaps of sets, what an alternative or a
# match begins with, repeats that need give nothing back) must change no result.
import itertools
import re
import zlib

CHARACTERS = [chr(c) for c in range(256)] + list("\u0130\u0131\u017f\u0178\u0100\u01ff\u0200\u2028\u212a\u0663\U0001f600\U00010400\U00010428")
TEXT = "".join(CHARACTERS)
SETS = (r"\d", r"\D", r"\s", r"\S", r"\w", r"\W", ".", r"[\d\s]", r"[^\d\s]", r"[^\W\d_]", r"[\w-]", r"[\W\d]", "[a-z]",
        "[^a-z]", "[\xe0-\xfe]", "[\xe0-\u0130]", "[^\xe0-\u0130k]", "[a\u0130\U0001f600]", "[i-k\u0100-\u0200]", "[\U00010400]", "k", "[^k]", "\xe9")
FLAGS = (0, re.ASCII, re.IGNORECASE, re.IGNORECASE | re.ASCII, re.DOTALL)

print("-- each character in each set")
for one, flags in itertools.product(SETS, FLAGS):
    seen = [re.sub(p, "", TEXT, flags=flags) for p in (one, f"(?:{one})+", f"{one}+?", f"x?{one}", f"(?:{one}|\0{{3}})")]
    narrow = re.findall(one, TEXT[:256], flags)
    as_bytes = []
    if one.isascii() and not flags & re.IGNORECASE:
        as_bytes = re.findall(one.encode(), bytes(range(256)), flags & re.DOTALL)
    print(ascii(one), int(flags), [len(s) for s in seen], len(narrow), len(as_bytes), zlib.crc32(ascii((seen, narrow, as_bytes)).encode()))

print("-- repeats before what they cannot match, and before what they can")
for text in ("ab12 cd", "12", "1 ", "aaab", "", "a\xe9\u0663 1", "x1y22z"):
    for pattern in (r"\d+\s", r"\d+(?:\s|$)", r"\d+$", r"\d+\b", r"\d+(?!1)", r"\d+(?=2)", r"\d+(?<=1)", r"\d+(?>x?)2", r"\d+(?:x|2)?",
                    r"(\d+)(?!2)", r"(?:\d+|[a-z]+)+", r"(\w+)\s(\w*)", r"a*ab", r"a*b", r"(?:a*)*b", r"\w+\u0663", r"[^ ]* ", r"\w{1,2}\d",
                    r"(?=\w+\d)\w", r"(?>\w+)1", r"(a*)(?(1)b|c)", r"(\w)\1*b", r"\d{0}1", r"(?:\d*|b)\s", r"(?i:A+)B"):
        found = [(m.span(), m.groups()) for m in re.finditer(pattern, text)]
        whole = re.fullmatch(pattern, text)
        print(ascii(pattern), ascii(text), found, whole and whole.span(), re.split(pattern, text, maxsplit=2))

print("-- alternatives by their first character")
for text in ("if x else y", "iffy", "\u0130f if", "xelse", ""):
    for pattern in (r"if|else|\w+", r"(if)|(else)|(\w)", r"(?:if|else|)\b", r"(?i:IF|\xe9|\u0130)", r"(?:(?:a|b)|(?:e|f))", r"(?:x|y)*(?:e|\Z)",
                    r"(?:(?=i)|x)\w", r"(?:i|f|e)+?f", r"(?:[a-f]|[^a-f])\s"):
        print(ascii(pattern), ascii(text), [(m.span(), m.groups()) for m in re.finditer(pattern, text)])

print("-- more groups, choices and repeats than the first room has")
many = "".join(f"(?P<g{i}>a|b)?" for i in range(40))
m = re.match(many, "ab" * 15)
print(m.groups(), m.lastindex)
print(re.match("(?:(a)|(b)|(c))*$", "abc" * 200 + "d"), re.match("(?:(a)|(b)|(c))*$", "abc" * 200).groups())
print(re.match("(?:(?:(?:(?:(?:(?:a)*b)*c)*d)*e)*f)*$", "abcdef" * 30).end())
print(re.findall("(?:a|b)*?c", "ab" * 300 + "c")[0] == "ab" * 300 + "c", re.match("(a|ab)(c|bcd)*(d*)", "abcd").groups())
scanner = re.compile("(x)?" * 30 + "y").scanner("xxy" * 3)
print([m.span() for m in iter(scanner.search, None)])
