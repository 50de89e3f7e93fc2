"""Packed code (vm/code/code_pack.h) with a seal that is right, whatever is in it: what a forger would hand in.

A pack of this build is the mark and the origin (4 bytes each), the size and the checksum of its body (8 each), the body.
"""
import os
import re
import struct
import types
from importlib import _bootstrap_external

HEAD = struct.Struct("<4s4sQQ")
MASK = (1 << 64) - 1


def fresh(code):
    """The same, which has not run."""
    return code.replace(co_consts=tuple(fresh(c) if isinstance(c, types.CodeType) else c for c in code.co_consts))


def pack(code):
    """Packed; None if it cannot be: a program made it."""
    data = bytes(_bootstrap_external._code_to_timestamp_pyc(fresh(code), 0, 0)[16:])
    return data if data[:1] == b"P" else None


ORIGIN = pack(compile("0", "", "eval"))[4:8]


def checksum(body):
    total = len(body)
    for (word,) in struct.iter_unpack("<Q", body[:len(body) & -8]):
        total = (total ^ word) * 0x9e3779b97f4a7c15 & MASK
        total ^= total >> 29
    for byte in body[len(body) & -8:]:
        total = (total ^ byte) * 0x100000001b3 & MASK
    return total ^ total >> 32


def seal(body):
    return HEAD.pack(b"P\0\0\0", ORIGIN, len(body), checksum(body)) + body


class Parts:
    """A pack in pieces: what is before the outermost code object, its numbers, its labels, the numbers at the beginning of its
    body, its instructions, and the bytes behind them: the rest of its tables and its values."""
    NUMBERS, BODY_NUMBERS = 9, 5  # argcount, flags and so on; the size of the stack, how many units, runs, handlers, imported

    def __init__(self, body):
        self.data, self.at = body, 8
        for _ in range(int.from_bytes(body[:4], "little")):
            self.value()
        self.at += 1  # the tag
        self.before = body[:self.at]
        self.numbers = [self.number() for _ in range(self.NUMBERS)]
        start = self.at
        for _ in range(3):
            self.value()
        self.labels = body[start:self.at]
        self.objects = body[self.at + 4:self.at + 12]  # how many there are in the body
        self.at += 12
        self.body_numbers = [self.number() for _ in range(self.BODY_NUMBERS)]
        self.instructions, units = [], self.body_numbers[1]
        while units > 0:  # the numbers of caches are not known here: as many instructions as there may be
            op, self.at = body[self.at], self.at + 1
            self.instructions.append((op, self.number()))
            units -= 1 + opcode_caches(op)
        self.rest = body[self.at:]

    def number(self):
        n = shift = 0
        while True:
            byte, self.at = self.data[self.at], self.at + 1
            n |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return n

    def value(self):
        """Passes by one."""
        tag, self.at = self.data[self.at], self.at + 1
        if tag in (1, 2):  # seen, shared
            self.number()
        elif tag in (3, 4):  # str
            width, self.at = self.data[self.at], self.at + 2
            n = self.number()
            self.at += n * width
        elif tag in (5, 6):  # bytes, int
            self.at += tag == 6
            n = self.number()
            self.at += n * (8 if tag == 6 else 1)
        elif tag in (9, 10):  # tuple, frozenset
            for _ in range(self.number()):
                self.value()
        else:
            self.at += {0: 8, 7: 8, 8: 16}[tag]

    def join(self):
        inside = b"".join(map(written, self.body_numbers)) + b"".join(bytes((op,)) + written(arg) for op, arg in self.instructions) + self.rest
        return (self.before + b"".join(map(written, self.numbers)) + self.labels
                + len(inside).to_bytes(4, "little") + self.objects + inside)


def written(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7f | 0x80)
        n >>= 7
    return bytes(out) + bytes((n,))


def opcode_caches(op):
    return CACHES[op] if op < len(CACHES) else 0


def read_caches():
    """Of vm/code/opcodes.def, in its order."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../vm/code/opcodes.def")
    with open(path, encoding="utf-8") as file:
        return [int(n) for n in re.findall(r"^OP\(\w+,\s*\w+,\s*[-\w]+,\s*(\d+),", file.read(), re.M)]


CACHES = read_caches()
