"""Searches that are misled by the first character often: they look for the first characters together. Alternatives, classes,
counts, groups, what lies before and behind, wide and narrow texts, limits of the search."""
import re

GENES = "".join("acgt"[n * n // 7 % 4] + "agct"[n * 5 // 3 % 4] for n in range(900))
WIDE = GENES.replace("ttt", "тtт")
ASTRAL = GENES.replace("gg", "g😀g")
LINES = "\n".join(GENES[n:n + 50] for n in range(0, 1800, 50))
PATTERNS = [
    "agggtaaa|tttaccct", "a[act]ggt|cat[^c]", "(ac|gt)a(.)t", "(?:ag){2}c", "a{2,}c", "a{3}", "(a)(c)?g", "aa(?=c)", "aa(?!c)",
    "(?<=g)[ac]t", "(?<=gt)a", "(?<=[^a])ca+", "(?<!g)ca", "(?<=a.c)g", r"(?<=\b)ac", r"(?<=g|c)ta", "a.g", "(?s:a.g)", "c$", "^a",
    r"\w\w?t", r"[ag]+[ct]{2}[ag]", "(?>ag|a)t", "a++c", "aac?g|cc", "|".join(["aag", "acg", "agg", "atg", "caa", "cac", "cag", "cat",
    "gaa", "gac", "tag"]), "|".join(a + b + c for a in "acgt" for b in "acgt" for c in "ag") + "|xyz", "t", "tt|", "a(?:|c)g",
    "(?:a|c(?:g|t(?:a|g)))a", r"(a)\1c", "(?P<x>[ac])(?P=x)t", "a(?:c|$)", "тt", "[тa]t", "g😀", "[^a]😀|ca", "é|ag",
]
for text in (GENES, WIDE, ASTRAL, LINES, GENES[:40], GENES + "ac", ""):
    for pattern in PATTERNS:
        compiled = re.compile(pattern)
        spans = [m.span() for m in compiled.finditer(text)]
        part = [m.span() for m in compiled.finditer(text, 100, 700)]
        ends = [m.span() for m in compiled.finditer(text, len(text) - 5)]
        print(pattern[:40], len(spans), spans[:2], spans[-1:], sum(a * 7 + b for a, b in spans), len(part), part[:1], part[-1:], ends,
              compiled.sub("_", text).count("_"), len(compiled.split(text)))

for pattern in ("(?i)AG|cA", "(?i:A)gG", "(?i)[A]G[^T]", "(?ai)AGG", "(?i)ſt|Kk"):
    text = GENES + "AGcAKKſtSTst" + GENES.upper()
    print(pattern, [m.span() for m in re.finditer(pattern, text)][::40], len(re.findall(pattern, text)))
for pattern in (rb"ag|ca", rb"(?i)AG", rb"[a\xff]g", rb"a[^g]{2}c", rb"(?L)ag"):
    print(pattern, len(re.findall(pattern, GENES.encode())), re.search(pattern, bytearray(GENES, "ascii") + b"\xffg"))
scanner = re.compile("ag|ca").scanner(GENES, 3, 333)
print([m.span() for m in iter(scanner.search, None)][-2:])
