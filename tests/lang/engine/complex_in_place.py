"""Results of complex arithmetic take the place of operands that nobody else holds, and of no others."""
VALUES = [1j, 0j, -0j, complex(-0.0, 0.0), complex(0.0, -0.0), 1.5, 0, -0.0, 3, 2 ** 70, float("inf"), float("nan"), complex("inf+nanj"), True, -7,
          1e308, 1e-320, complex(1e308, 1e308)]


class Own(complex):
    def __add__(self, other):
        return "own +"

    def __rmul__(self, other):
        return "own *"


def combined(a, b, c):
    one = a + b
    two = one * c
    three = (a - b) * (b - c) + one
    kept = [a * b, a * b + c, c + a * b, c - a * b]
    four = kept[0]
    four += c
    four -= a
    five = a
    five *= b
    return one, two, three, kept, four, five, a


for a in VALUES + [Own(1, 2)]:
    for b in VALUES[:9]:
        try:
            print(combined(a, b, 2 - 1j))
        except (TypeError, OverflowError) as error:
            print(type(error).__name__, error)
held = [1 + 1j]
also = held[0] * 2
held[0] += also
print(held, also, held[0] is also, sum([1j] * 5), sum([1j, 2, 3.5], 1j))


def constant():
    return (2 + 3j) * 1j + (2 + 3j)


print({constant() for _ in range(50)})
