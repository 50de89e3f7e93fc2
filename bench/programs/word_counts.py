"""A long text cut into words, counted, indexed, sorted, its anagrams found; comprehensions of all kinds."""
import random
from collections import Counter, defaultdict
from operator import itemgetter

N = 9
CHANCE = random.Random(3)
WORDS = ["".join(CHANCE.choices("aeiourstlnmd", k=CHANCE.randint(1, 7))) for _ in range(400)]
TEXT = " ".join(CHANCE.choice(WORDS).title() if i % 9 == 0 else CHANCE.choice(WORDS) + ("," if i % 7 == 0 else "") for i in range(2500))


def run(n):
    total = 0
    for i in range(n):
        words = [word.strip(",.").lower() for word in TEXT.split()]
        counts = {}
        for word in words:
            counts[word] = counts.get(word, 0) + 1
        assert counts == Counter(words)
        index = defaultdict(list)
        for place, word in enumerate(words):
            index[word[0]].append(place)
        anagrams = defaultdict(set)
        for word in counts:
            anagrams["".join(sorted(word))].add(word)
        top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:20]
        total += sum(count * len(word) for word, count in top) + max(map(len, index.values()))
        total += sum(len(group) for group in anagrams.values() if len(group) > 1)
        longest = max(words, key=len)
        pairs = Counter(zip(words, words[1:]))
        total += len(longest) + pairs.most_common(1)[0][1] + len({w[::-1] for w in words} & set(words))
        by_length = {length: sorted({w for w in counts if len(w) == length}) for length in {len(w) for w in counts}}
        total += sum(len(group[0]) * len(group) for group in by_length.values())
        total += sum(map(itemgetter(1), filter(lambda item: "a" in item[0], counts.items()))) + sum(c in "aeiou" for c in TEXT)
    return total
