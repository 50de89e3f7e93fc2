"""Queens by sets and permutations that are generators; letters that make a sum right."""
import itertools

N = 3


def permutations(pool):
    if len(pool) <= 1:
        yield tuple(pool)
        return
    for i, first in enumerate(pool):
        for rest in permutations(pool[:i] + pool[i + 1:]):
            yield (first,) + rest


def queens(size):
    columns = range(size)
    for places in permutations(list(columns)):
        if size == len({places[i] + i for i in columns}) == len({places[i] - i for i in columns}):
            yield places


def letters_sum(words, result):
    letters = sorted(set("".join(words) + result))
    firsts = {word[0] for word in (*words, result)}
    for digits in itertools.permutations(range(6), len(letters)):
        value = dict(zip(letters, digits))
        if any(value[letter] == 0 for letter in firsts):
            continue
        numbers = [int("".join(str(value[c]) for c in word)) for word in (*words, result)]
        if sum(numbers[:-1]) == numbers[-1]:
            yield numbers


def run(n):
    total = 0
    for _ in range(n):
        total += sum(sum(i * q for i, q in enumerate(places)) for places in queens(7))
        total += sum(sum(numbers) for numbers in letters_sum(("ab", "ca"), "dbd"))
    return total
