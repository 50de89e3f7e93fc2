"""Floats about the ends of what needs no object: each result is that of doubles, to the last bit."""
import random

LOW, HIGH = 2.0 ** -254, 2.0 ** 257
BELOW_ONE = 1 - 2 ** -53


def shown(function, *arguments):
    try:
        return repr(function(*arguments))
    except ArithmeticError as error:
        return f"{type(error).__name__}: {error}"


def divided(a, b):
    return a / b


def of_locals(a, b):
    """As locals and as constants: those have forms of their own."""
    results = [a + b, a - b, a * b, -a, +a, a * 0.5, a + 1e-250, a - 0.1, a * 1, 2 * a]
    results += [a < b, a <= b, a == b, a != b, a > b, a >= b]
    if a < b:
        results.append("less")
    if a < 0.5:
        results.append("less than a half")
    if a == 0.0:
        results.append("zero")
    if not a >= -2.25:
        results.append("far below")
    while a > b:
        results.append("greater")
        a = b
    return results


EDGES = [0.0, -0.0, 5e-324, 2.2250738585072014e-308, LOW / 2, LOW / 2 * 1.5, LOW * BELOW_ONE, LOW, LOW * (1 + 2 ** -52), LOW * 2, 1.0, BELOW_ONE,
         HIGH / 2, HIGH * BELOW_ONE, HIGH, 1.7976931348623157e308, float("inf"), float("nan")]
EDGES += [-x for x in EDGES[2:]]

def digest(text):
    total = 0
    for c in text.encode():
        total = (total * 131 + c) % 1000000007
    return total


for turn in range(3):  # in their general forms, and in those that they become
    for a in EDGES:
        rows = [shown(of_locals, a, b) + shown(divided, a, b) for b in EDGES]
        print(repr(a), *map(digest, rows))

print("products and quotients that round up to the lowest, from below")
for a, b in ((BELOW_ONE, LOW), (LOW, BELOW_ONE), (BELOW_ONE * 2 ** -127, 2.0 ** -127), (-BELOW_ONE, LOW)):
    print(a * b, a * b == LOW, -(a * b))
    print(LOW / (1 + 2 ** -52), LOW / BELOW_ONE, LOW * BELOW_ONE - LOW)

print("at random")
numbers = random.Random(254)


def any_float():
    exponent = numbers.choice((numbers.randint(-1074, 1023), numbers.randint(-257, -251), numbers.randint(254, 259), numbers.randint(-3, 3)))
    return numbers.choice((1.0, -1.0)) * numbers.choice((1.0, 1.5, 2 - 2 ** -52, 1 + numbers.random())) * 2.0 ** exponent


for i in range(3000):
    a, b = any_float(), any_float()
    text = shown(of_locals, a, b) + shown(divided, a, b)
    if i % 100 < 5:
        print(text if i % 100 == 0 else digest(text))
