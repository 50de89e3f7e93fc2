"""Motives counted and replaced in a sequence of genes by alternatives and classes."""
import random
import re

N = 17
MOTIVES = ("agggtaaa|tttaccct", "[cgt]gggtaaa|tttaccc[acg]", "a[act]ggtaaa|tttacc[agt]t", "ag[act]gtaaa|tttac[agt]ct",
           "agg[act]taaa|ttta[agt]cct", "aggg[acg]aaa|ttt[cgt]ccct")
CODES = (("B", "(c|g|t)"), ("D", "(a|g|t)"), ("K", "(g|t)"), ("N", "(a|c|g|t)"), ("R", "(a|g)"), ("Y", "(c|t)"))
CHANCE = random.Random(7)
GENES = ">ONE\n" + "\n".join("".join(CHANCE.choices("acgtBDKNRY", (30, 20, 20, 30, 1, 1, 1, 1, 1, 1), k=60)) for _ in range(120))


def run(n):
    total = 0
    for _ in range(n):
        text = re.sub(">.*\n|\n", "", GENES)
        for motive in MOTIVES:
            total += len(re.findall(motive, text))
        for code, choice in CODES:
            text = re.sub(code, choice, text)
        total += len(text) + sum(m.start() for m in re.finditer(r"(a|g)c+t", text))
    return total
