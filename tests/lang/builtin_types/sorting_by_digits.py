# Numbers, texts and tuples in no order, of many sizes: sorted as a merge in Python sorts them, stably, also by a key, and in reverse.
import functools, random
R = random.Random(20261128)

def merged(values, keys, reverse):
    """By a comparison that is a function: nothing is known of the keys."""
    def compare(i, j):
        a, b = (keys[j], keys[i]) if reverse else (keys[i], keys[j])
        return -1 if a < b else 1 if b < a else 0
    return [values[i] for i in sorted(range(len(values)), key=functools.cmp_to_key(compare))]

class Box:
    def __init__(self, key): self.key = key

letters = "abcXYZ \x00\x7f\xe9\xff"
def text(most, alphabet=letters): return "".join(R.choice(alphabet) for _ in range(R.randrange(most)))
words = [text(9) for _ in range(40)]
MAKERS = {
    "ints": lambda bits: R.randrange(-2**bits, 2**bits),
    "naturals": lambda bits: R.getrandbits(bits),
    "even": lambda bits: R.getrandbits(bits) * 4096 % 2**61,
    "few": lambda bits: R.randrange(3),
    "beyond a word": lambda bits: R.choice((2**61, 2**62 - 1, 2**62, -2**62, -2**62 - 1, 2**70, 5, bits)),
    "ints and bools": lambda bits: R.choice((True, False, 0, 1, bits, -bits)),
    "ints and floats": lambda bits: R.choice((R.randrange(20), R.random() * 20, 2**60 + 1, 2.0**60)),
    "floats": lambda bits: R.random() - .5,
    "floats of all sizes": lambda bits: R.choice((1, -1)) * R.random() * 10.0 ** R.randrange(-80, 80),
    "floats beyond": lambda bits: R.choice((1e300, -1e300, 1e-300, float("inf"), -float("inf"), 1.5, bits * .5)),
    "zeros": lambda bits: R.choice((0.0, -0.0, 1.5, -1.5)),
    "whole floats": lambda bits: float(R.randrange(-30, 30)),
    "texts": lambda bits: text(bits),
    "texts with a beginning": lambda bits: "some/folder/" + text(4),
    "folders": lambda bits: f"/usr/{words[bits % 7]}/{R.choice(words)}/{R.choice(words)}",
    "wide texts": lambda bits: text(bits, letters + "\u20ac\u65e5\U0001f600\udc80"),
    "long": lambda bits: "a" * R.randrange(300),
    "digits": lambda bits: str(R.getrandbits(bits)),
    "(int, text)": lambda bits: (R.randrange(bits), R.choice(words)),
    "(text, int)": lambda bits: (R.choice(words), R.randrange(bits)),
    "(float, int)": lambda bits: (R.randrange(9) / 2, R.randrange(bits)),
    "(int, int, int)": lambda bits: (R.randrange(2), R.randrange(3), R.randrange(bits)),
    "(text, text)": lambda bits: (R.choice(words[:3]) * 3, R.choice(words)),
    "tuples of all lengths": lambda bits: tuple(R.randrange(3) for _ in range(R.randrange(4))),
    "(int, None)": lambda bits: (R.getrandbits(61), None),
    "tuples of tuples": lambda bits: ((R.randrange(bits), 1), R.randrange(bits)),
}
for name, make in MAKERS.items():
    wrong = 0
    for n in (63, 64, 65, 100, 130, 257, 700):
        for reverse in False, True:
            bits = R.randrange(1, 61)
            values = [make(bits) for _ in range(n)]
            if R.random() < .3: values[:n // 2] = sorted(values[:n // 2])
            if R.random() < .1: values.sort(reverse=True)
            boxes = [Box(value) for value in values]
            wrong += list(map(repr, sorted(values, reverse=reverse))) != list(map(repr, merged(values, values, reverse)))
            wrong += sorted(boxes, key=lambda box: box.key, reverse=reverse) != merged(boxes, values, reverse)
    print(name, wrong)

# What is compared is seen where it can be: items of tuples that are no numbers and no texts.
class Seen:
    log = []
    def __init__(self, x): self.x = x
    def __lt__(self, other): self.log.append(("lt", self.x, other.x)); return self.x < other.x
    def __eq__(self, other): self.log.append(("eq", self.x, other.x)); return self.x == other.x
    __hash__ = None
pairs = [(i * 37 % 5, Seen(i * 61 % 101)) for i in range(101)]
pairs.sort()
print(len(Seen.log), hash(tuple(Seen.log)) == hash(tuple(Seen.log)), Seen.log[:3], Seen.log[-3:], [p[1].x for p in pairs][:9])

# Keys that raise in the middle, comparisons that cannot be made, lists that change meanwhile.
for values in [3, 1] * 50 + ["a"], ["b", "a"] * 50 + [None], [(1, 2), (1, "x")] * 50, [(1, 2j), (1, 3j)] * 40, [1.5, 1.5j] * 40:
    try: values.sort()
    except TypeError as error: print(error, len(values))
for values in [(R.randrange(5), R.choice(("a", 2))) for i in range(90)], [(i * 37 % 5, "a" if i % 7 else 2, i) for i in range(200)], [(R.choice("ab"), 1) if i != 60 else (3, 1) for i in range(99)], [(R.randrange(3), "b")[:R.randrange(1, 3)] for i in range(80)]:
    try: values.sort(); print(values[:5])
    except TypeError as error: print(error, repr(error.__context__), values)
def bad(x):
    if x == 90: raise KeyError(x)
    return -x
values = list(range(100))
try: values.sort(key=bad)
except KeyError as error: print(repr(error), values == list(range(100)))
values = [i * 37 % 101 for i in range(101)]
try: values.sort(key=lambda x: values.append(x) or x)
except ValueError as error: print(error, values == sorted(values), len(values))
nan = float("nan")
print(sorted([3.5, nan, 1.5, 2.5] * 20)[:40])
