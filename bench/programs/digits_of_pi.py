"""Digits of pi, one after the other, and what number theory asks of big integers."""
import math

N = 1173


def digits():
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < m * t:
            yield m
            q, r, m = 10 * q, 10 * (r - m * t), 10 * (3 * q + r) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2


def is_prime(number):
    if number % 2 == 0:
        return number == 2
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for base in (2, 3, 5, 7, 11):
        x = pow(base, odd, number)
        if x in (1, number - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True


def run(n):
    total = 0
    for place, digit in zip(range(n), digits()):
        total = (total * 10 + digit) % 1000000007
        if place % 10 == 0:
            total += is_prime((1 << 89) - 1 - place * 2) + math.isqrt(3 ** (place + 50)) % 1000
            total += math.gcd(math.factorial(place + 20), 7 ** 30 * 11 ** 5) % 997 + len(str(5 ** (place + 100)))
            total += int.from_bytes((place + 1 << 200).to_bytes(40, "little"), "big") % 997 + (~place << 130).bit_length()
    return total
