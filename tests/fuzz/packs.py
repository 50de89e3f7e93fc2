"""Packed code (vm/code/code_pack.h) with a seal that is right, whatever is in it: what a forger would hand in.

A pack of this build is the mark and the origin (4 bytes each), the size and the checksum of its body (8 each), the body.
"""
import struct
import types
from importlib import _bootstrap_external

HEAD = struct.Struct("<4s4sQQ")
MASK = (1 << 64) - 1
NUMBERS = 14 * 4  # argcount, flags, sizes and so on, at the beginning of a code object


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


def numbers_at(body):
    """Where the outermost code object's numbers begin; its instructions, four bytes each, come behind them.
    Before them is the file's name: a tag, width, a flag, its length in 8 bytes."""
    return 12 + int.from_bytes(body[3:11], "little") * body[1]
