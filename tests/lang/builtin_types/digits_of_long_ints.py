"""Texts of long ints in bases of bits, of every length up to some limbs, and bytes as hexadecimal in groups of every length."""
for bits in list(range(58, 70)) + list(range(120, 135)) + [192, 193, 1000, 4096]:
    for number in (2 ** bits, 2 ** bits - 1, -2 ** bits, 3 ** bits >> bits // 2, int("10" * (bits // 2), 2)):
        texts = ["%o" % number, "%x" % number, "%X" % number, bin(number), hex(number), oct(number), f"{number:b}", f"{number:_x}", f"{number:#o}"]
        print(bits, *(text if len(text) < 40 else (len(text), text[:12], text[-12:]) for text in texts))
        assert [int(text, base) for text, base in zip(texts, (8, 16, 16, 2, 16, 8, 2))] == [number] * 7
data = bytes(range(200, 256)) + b"0Az"
for size in (0, 1, 3, 4, 5, 8, 9, 19):
    for group in (-9, -4, -3, -1, 1, 2, 4, 5, 8, 100):
        print(size, group, data[:size].hex("-", group))
print(bytearray.fromhex("00 ff 7F"), type(bytearray.fromhex("")), bytes.fromhex("0a0B"))


class Own(bytearray):
    def __init__(self, *given):
        print("made of", given)
        super().__init__(*given)


print(Own.fromhex("6162"), type(Own.fromhex("")))
