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
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def runs(differences):
    out = []
    for key in sorted(differences):
        value = differences[key]
        if out and key == out[-1][0] + out[-1][1] and value == (out[-1][2] and out[-1][2] + out[-1][1]):
            out[-1][1] += 1
        else:
            out.append([key, 1, value])
    return out


def tables(codec, name):
    cd = libc.iconv_open(b"UTF-32LE", name.encode())
    wanted, wrong = {}, {}
    pairs = [bytes([a, b]) for a in range(0x80, 256) for b in range(256)]
    if codec == "euc_jp":
        pairs = [p for p in pairs if p[0] != 0x8f]
        pairs += [bytes([0x8f, a, b]) for a in range(0xa1, 255) for b in range(0xa1, 255)]
    for p in pairs:
        if decode(p[:1], codec):
            continue
        cp = wanted[int.from_bytes(p, "big")] = decode(p, codec)
        if cp != iconv(cd, p):
            wrong[int.from_bytes(p, "big")] = cp
    reverse, one_way = {}, {}
    for key, cp in sorted(wanted.items()):
        reverse.setdefault(cp, key)
    for byte in range(256):
        if decode(bytes([byte]), codec) or not byte:
            reverse[decode(bytes([byte]), codec)] = byte
    for cp in range(1, 0x10000):
        try:
            code = int.from_bytes(chr(cp).encode(codec), "big")
        except UnicodeEncodeError:
            code = 0
        if code <= 0xffffff and code != reverse.get(cp, 0):
            one_way[cp] = code
    return runs(wrong), runs(one_way)


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter).parse_args()
    with open(os.path.join(ROOT, "stdlib", "text", "cjk_codecs.def"), encoding="utf-8") as f:
        codecs = re.findall(r"^CODEC\((\w+), *\"([^\"]+)\"", f.read(), re.M)
    print("/* Made by tools/make_cjk.py: {first, count, value of the first; 0: none}. */")
    for codec, name in codecs:
        for kind, rows in zip(("decode", "encode"), tables(codec, name)):
            print(f"static const CjkFix {codec}_{kind}[] = {{")
            for start, count, value in rows:
                print(f"    {{0x{start:x}, {count}, 0x{value:x}}},")
            print("    {0, 0, 0},\n};")


main()
