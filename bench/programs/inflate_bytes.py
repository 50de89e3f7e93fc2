"""What zlib packed, unpacked in Python: bits, Huffman tables, copies."""
import zlib

N = 38
TEXT = b"".join(b"%d: the quick brown fox no. %d jumps over %d lazy dogs;\n" % (i, i * i % 97, i % 7) for i in range(90))
PACKED = zlib.compress(TEXT, 9)[2:-4]

LENGTHS = [*((3 + i, 0) for i in range(8)), *((3 + ((4 + i % 4) << i // 4 + 1), i // 4 + 1) for i in range(20)), (258, 0)]
DISTANCES = [(1 + i, 0) for i in range(4)] + [(1 + ((2 + i % 2) << (i // 2 + 1)), i // 2 + 1) for i in range(26)]
ORDER = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)


class Bits:
    def __init__(self, data):
        self.data, self.at, self.hold, self.count = data, 0, 0, 0

    def take(self, count):
        while self.count < count:
            self.hold |= self.data[self.at] << self.count
            self.at += 1
            self.count += 8
        value = self.hold & (1 << count) - 1
        self.hold >>= count
        self.count -= count
        return value


class Codes:
    def __init__(self, lengths):
        self.table = {}
        code = 0
        for length in range(1, max(lengths) + 1):
            for symbol, own in enumerate(lengths):
                if own == length:
                    self.table[length, code] = symbol
                    code += 1
            code <<= 1

    def read(self, bits):
        code = length = 0
        while True:
            code = code << 1 | bits.take(1)
            length += 1
            symbol = self.table.get((length, code))
            if symbol is not None:
                return symbol


def tables(bits):
    literals, distances, lengths = bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4
    own = [0] * 19
    for place in ORDER[:lengths]:
        own[place] = bits.take(3)
    codes, found = Codes(own), []
    while len(found) < literals + distances:
        symbol = codes.read(bits)
        if symbol < 16:
            found.append(symbol)
        elif symbol == 16:
            found += found[-1:] * (3 + bits.take(2))
        elif symbol == 17:
            found += [0] * (3 + bits.take(3))
        else:
            found += [0] * (11 + bits.take(7))
    return Codes(found[:literals]), Codes(found[literals:] if any(found[literals:]) else [1])


def inflate(data):
    bits, out, last = Bits(data), bytearray(), 0
    while not last:
        last, kind = bits.take(1), bits.take(2)
        if kind == 1:
            codes = Codes([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8), Codes([5] * 30)
        elif kind == 2:
            codes = tables(bits)
        else:
            raise ValueError("stored")
        while (symbol := codes[0].read(bits)) != 256:
            if symbol < 256:
                out.append(symbol)
                continue
            length, extra = LENGTHS[symbol - 257]
            length += bits.take(extra)
            distance, extra = DISTANCES[codes[1].read(bits)]
            distance += bits.take(extra)
            for _ in range(length):
                out.append(out[-distance])
    return bytes(out)


def run(n):
    return sum(inflate(PACKED) == TEXT for _ in range(n))
