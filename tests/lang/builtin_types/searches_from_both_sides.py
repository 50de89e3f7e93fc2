# Searches, counts, splits and replacements from the left and from the right, of texts of few different characters and
# all widths, beside what a loop over all places finds.
import random

ALPHABETS = "ab", "abc", "a", "ab\xe9", "ab\u1234", "a\U0001f600b"


def without_overlap(found, size):
    kept, end = [], 0
    for i in found:
        if i >= end:
            kept.append(i)
            end = i + size
    return kept


def check(text, word, other):
    found = [i for i in range(len(text) - len(word) + 1) if text[i:i + len(word)] == word]
    apart = without_overlap(found, len(word))
    assert text.find(word) == (found[0] if found else -1)
    assert text.rfind(word) == (found[-1] if found else -1)
    assert (word in text) == bool(found)
    assert text.count(word) == len(apart)
    parts, end = [], 0
    for i in apart:
        parts.append(text[end:i])
        end = i + len(word)
    parts.append(text[end:])
    assert text.split(word) == parts
    assert text.replace(word, other) == other.join(parts)
    if len(parts) > 2:
        assert text.replace(word, other, 2) == other.join(parts[:2] + [word.join(parts[2:])])
    assert word.join(text.rsplit(word)) == text
    last = text.rsplit(word, 1)
    assert last == ([text[:found[-1]], text[found[-1] + len(word):]] if found else [text])
    assert text.rpartition(word) == ((last[0], word, last[1]) if found else (text[:0], text[:0], text))
    assert word * 3 == word + word + word and len(text * 7) == 7 * len(text)
    return len(found)


def made(chance):
    alphabet = chance.choice(ALPHABETS)
    text = "".join(chance.choice(alphabet) for _ in range(chance.choice([3, 15, 16, 17, 33, 70, 130, 300])))
    if chance.random() < 0.3:
        text = text[:9] * chance.randrange(1, 30)
    size = chance.choice([1, 1, 2, 2, 3, 4, 8, 20])
    at = chance.randrange(len(text))
    word = text[at:at + size] if chance.random() < 0.6 else "".join(chance.choice(alphabet) for _ in range(size))
    other = chance.choice(["", "X", "X" * len(word), "\u20ac", "abab"])
    return text, word, other


chance, total = random.Random(3), 0
for _ in range(1500):
    text, word, other = made(chance)
    total += check(text, word, other)
    if max(text + word + other) < "\x80":
        for kind in bytes, bytearray:
            total += check(kind(text.encode()), kind(word.encode()), kind(other.encode()))
print(total, "places")

# What would be quadratic: every place agrees with most of the needle.
text, middle = "a" * 300_000, "a" * 1000 + "b" + "a" * 1000
for text, word in (text, middle), (text.encode(), middle.encode()), (text + "\u1234", middle):
    found = text.find(word), text.rfind(word), text.count(word), len(text.rsplit(word)), len(text.replace(word, word[:1]))
    print(found, text.rpartition(word)[0] == text[:0])

grown = bytearray(b"abc")
grown *= 4
print(grown, grown * 0, grown * -1, b"ab" * 0, b"abc" * 5, bytearray(b"x") * 5, bytearray() * 4)
grown *= 0
print(grown)
