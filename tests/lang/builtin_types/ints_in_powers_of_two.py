"""bin(), oct(), hex() and formats of ints whose digits end at, before and behind the words that they are kept in."""
import random

rng = random.Random(5)


def plain(x, base):
    digits, rest = "", abs(x)
    while rest:
        digits, rest = "0123456789abcdef"[rest % base] + digits, rest // base
    return "-" * (x < 0) + (digits or "0")


checked = 0
for bits in [*range(1, 200, 3), 126, 127, 128, 129, 191, 192, 193, 319, 320, 321, 511, 512, 513, 600]:
    for x in rng.getrandbits(bits) | 1 << bits - 1, -(1 << bits - 1), (1 << bits) - 1:
        for base, letter, function in (2, "b", bin), (8, "o", oct), (16, "x", hex):
            wanted = plain(x, base)
            sign, digits = ("-", wanted[1:]) if x < 0 else ("", wanted)
            assert function(x) == f"{sign}0{letter}{digits}" == f"{x:#{letter}}", (bits, x, base)
            assert format(x, letter) == wanted and int(function(x), 0) == x, (bits, x, base)
            assert letter == "b" or ("%" + letter) % x == wanted, (bits, x, base)
            checked += 1
print(checked)
x = 3 ** 200
print(bin(x), oct(-x), hex(x), f"{x:#_b}", f"{-x:#X}", f"{x:>+90,d}", sep="\n")
