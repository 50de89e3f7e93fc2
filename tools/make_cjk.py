#!/usr/bin/python3.11
"""Where CPython's East Asian codecs differ from glibc's iconv:  tools/make_cjk.py > stdlib/text/cjk_fixes.inc

Runs iconv over all sequences of two bytes (three for JIS X 0212) and writes runs of differences.
"""
import argparse
import ctypes
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
libc = ctypes.CDLL(None)
libc.iconv_open.restype = ctypes.c_void_p
libc.iconv.argtypes = [ctypes.c_void_p] * 5
libc.iconv.restype = ctypes.c_ssize_t


WHOLE = 0xdfff  # a code of two bytes that is wrong as a whole: JIS X 0213 of 2000 has not what was added in 2004
PLANE2 = {0x21, 0x23, 0x24, 0x25, 0x28, *range(0x2c, 0x30), *range(0x6e, 0x7f)}


def iconv(cd, data):
    """The code point of these bytes, 0 if they are not one character."""
    libc.iconv(cd, None, None, None, None)
    source, room = ctypes.create_string_buffer(data, len(data)), ctypes.create_string_buffer(64)
    at = [ctypes.c_void_p(ctypes.addressof(b)) for b in (source, room)]
    left = [ctypes.c_size_t(len(data)), ctypes.c_size_t(64)]
    r = libc.iconv(cd, *(ctypes.byref(x) for x in (at[0], left[0], at[1], left[1])))
    if r < 0 or left[0].value or left[1].value != 60:
        return 0
    return int.from_bytes(room.raw[:4], "little")


def decode(data, codec):
    """The code point, a text of two characters, 0, or WHOLE."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as e:
        return WHOLE if e.end == 2 and e.reason.startswith("illegal") else 0
    return ord(text) if len(text) == 1 else text


def runs(differences):
    out = []
    for key in sorted(differences):
        value = differences[key]
        if out and key == out[-1][0] + out[-1][1] and value == (out[-1][2] and out[-1][2] + out[-1][1]):
            out[-1][1] += 1
        else:
            out.append([key, 1, value])
    return out


def codes(codec, three_bytes):
    """What may stand for a character: all of two bytes, or of three with a first of 0x8f."""
    pairs = [bytes([a, b]) for a in range(0x80, 256) for b in range(256)]
    if three_bytes:
        pairs = [p for p in pairs if p[0] != 0x8f]
        pairs += [bytes([0x8f, a, b]) for a in range(0xa1, 255) for b in range(0xa1, 255)]
    return [p for p in pairs if not decode(p[:1], codec)]


def tables(codec, names, kind):
    cds = [libc.iconv_open(b"UTF-32LE", name.encode()) for name in names if name]
    wanted, wrong, pairs = {}, {}, []
    for p in codes(codec, kind == "CJK_EUC_JP"):
        cp = decode(p, codec)
        code = int.from_bytes(p, "big")
        if isinstance(cp, str):
            # Two bytes that each are a character are no code of two characters.
            if not decode(p[1:], codec) or cp[0] != decode(p[:1], codec):
                pairs.append((code, ord(cp[0]), ord(cp[1])))
            cp = 0
        wanted[code] = cp
        if cp != next((found for found in (iconv(cd, p) for cd in cds) if found), 0):
            wrong[code] = cp
    reverse, one_way = {}, {}
    # Of three bytes those of JIS X 0213 before those of JIS X 0212, whose rows are others.
    for key, cp in sorted(wanted.items(), key=lambda i: (names[1] and i[0] > 0xffff and i[0] >> 8 & 0x7f not in PLANE2, i)):
        reverse.setdefault(cp, key)
    for byte in range(256):
        if decode(bytes([byte]), codec) or not byte:
            reverse[decode(bytes([byte]), codec)] = byte
    for cp in [*range(1, 0x10000), *range(0x20000, 0x30000)]:
        try:
            code = int.from_bytes(chr(cp).encode(codec), "big")
        except UnicodeEncodeError:
            code = 0
        if code <= 0xffffff and code != reverse.get(cp, 0):
            one_way[cp] = code & 0xff7f if code > 0xffff else code
    return runs(wrong), runs(one_way), pairs


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter).parse_args()
    with open(os.path.join(ROOT, "stdlib", "text", "cjk_codecs.def"), encoding="utf-8") as f:
        codecs = re.findall(r"^CODEC\((\w+), *\"([^\"]*)\", *\"([^\"]*)\", *(\w+)\)", f.read(), re.M)
    print("/* Made by tools/make_cjk.py: {first, count, value of the first; 0: none}; {code, its two characters}. */")
    for codec, name, fallback, kind in codecs:
        rows = ([], [], []) if kind in ("CJK_HZ", "CJK_ISO_2022") else tables(codec, (name, fallback), kind)
        for what, fixes in zip(("decode", "encode"), rows):
            print(f"static const CjkFix {codec}_{what}[] = {{")
            for start, count, value in fixes:
                print(f"    {{0x{start:x}, {count}, 0x{value:x}}},")
            print("    {0, 0, 0},\n};")
        print(f"static const CjkPair {codec}_pairs[] = {{")
        for row in rows[2]:
            print("    {0x%x, 0x%x, 0x%x}," % row)
        print("    {0, 0, 0},\n};")


main()
