"""Long needles in long texts: where they are is what a naive search finds."""
import random


def naive(text, part, start, end):
    return next((i for i in range(start, min(end, len(text)) - len(part) + 1) if text[i:i + len(part)] == part), -1)


r = random.Random(1)
wrong = checked = 0
sums = []
for alphabet in ("ab", "abc", "aé", "a\u20ac", "a\U0001f600", "abcdefgh"):
    for size in (200, 3000):
        for length in (1, 2, 20, 101, 150):
            for kind in range(4):
                unit = "".join(r.choice(alphabet) for _ in range(r.choice((1, 2, 7, 50))))
                part = (unit * length)[:length] if kind % 2 else "".join(r.choice(alphabet) for _ in range(length))
                text = (unit * size)[:size] if kind > 1 else "".join(r.choice(alphabet) for _ in range(size))
                at = r.randrange(size - length) if length < size else 0
                text = text[:at] + part + text[at + length:]
                if r.random() < 0.3:
                    part = part[:-1] + "z"
                start = r.choice((0, 0, at // 2))
                want = naive(text, part, start, len(text))
                got = text.find(part, start)
                wrong += want != got
                checked += 1
                sums.append((got, text.count(part), text.rfind(part), part in text, len(text.split(part)), len(text.replace(part, "-"))))
                b, c = text.encode("utf-16-le", "surrogatepass"), part.encode("utf-16-le", "surrogatepass")
                sums.append((b.find(c), b.count(c), b.rfind(c), c in b, len(b.split(c))))
print(wrong, checked, hash(tuple(sums)))
n = 40000
print(("a" * n + "b").find("a" * (n // 2) + "b"), ("ab" * n).find("ab" * 500 + "aa"), ("a" * n).count("a" * 300), ("a" * n + "b" + "a" * n).find("a" * 200 + "b" + "a" * 300))
print(("x" * n).find("x" * 5000 + "y"), ("x" * n).rfind("y" + "x" * 5000), (b"ab" * n).find(b"ba" * 3000 + b"b"), ("é" * n + "ü").find("é" * 2000 + "ü"))
