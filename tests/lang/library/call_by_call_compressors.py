"""zlib, _bz2, _lzma, one call at a time: much data, seldom used arguments, wrong ones. Each call is tried by itself, so that where requests
for memory fail (make fail-alloc) each meets its own."""
import _bz2
import _lzma
import zlib

# What does not become shorter, without a random generator's module.
noise, state = bytearray(), 12345
for _ in range(50_000):
    state = (state * 1103515245 + 12345) & 0x7fffffff
    noise.append(state >> 16 & 255)
NOISE, PLAIN = bytes(noise), b"abc" * 100_000


def brief(v):
    if isinstance(v, (bytes, str)) and len(v) > 60:
        return type(v).__name__, len(v), zlib.crc32(v if isinstance(v, bytes) else v.encode())
    if isinstance(v, (tuple, list)):
        return [brief(item) for item in v]
    return v if isinstance(v, (int, float, str, bytes, dict, type(None))) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        kw = args.pop() if args and type(args[-1]) is dict and args[-1].get("by name") else {}
        print("   ", n, tried(f, *args, **{k: v for k, v in kw.items() if k != "by name"}))


def named(**kw):
    return {"by name": True, **kw}


# ---- zlib
class Odd(int):
    """Whose own & is not asked for the lowest bits."""

    def __and__(self, other):
        return 1 / 0


Z = zlib
packed, packed_noise = Z.compress(PLAIN), Z.compress(NOISE)
show("zlib", (Z.compress, NOISE), (Z.compress, PLAIN, 9), (Z.compress, b"a" * 50, named(wbits=-15)), (Z.compress, b"a", named(wbits=31)), (Z.compress, b"a", named(wbits=99)), (Z.compress, b"a", 99), (Z.compress, "a"), (Z.compress, b"a", "b"),
     (Z.decompress, packed), (Z.decompress, packed_noise), (Z.decompress, packed, 15, 1), (Z.decompress, packed[:-5]), (Z.decompress, b"nothing of it"), (Z.decompress, packed, -15), (Z.decompress, packed, named(bufsize=0)), (Z.decompress, packed, named(bufsize=-1)), (Z.decompress, packed, "a"),
     (Z.decompress, "a"), (Z.adler32, NOISE), (Z.adler32, b"a", 2**40), (Z.adler32, b"a", -1), (Z.adler32, "a"), (Z.crc32, NOISE, 5), (Z.crc32, b"a", "b"), (Z.crc32, b"abc", 2**32 - 1), (Z.crc32, b"abc", Odd(2**70 + 5)), (Z.adler32, b"abc", Odd(-2**70)))


def deflated(data, *args, mode=None, **kw):
    c = Z.compressobj(*args, **kw)
    twin = tried(c.copy)
    first = c.compress(data)
    other = c.copy() if twin else None
    rest = c.flush() if mode is None else c.flush(mode) + c.flush()
    return first + rest, other.flush()


def inflated(data, *args, limit=0, step=None, **kw):
    d = Z.decompressobj(*args, **kw)
    out = [d.decompress(data, limit), d.unconsumed_tail, d.unused_data, d.eof]
    twin = d.copy()
    if step:
        out.append(d.flush(step))
    out.append(d.decompress(d.unconsumed_tail + b"more", 5))
    return [*out, d.flush(), twin.flush(), d.unused_data, d.eof]


packer, unpacker = Z.compressobj(), Z.decompressobj(zdict=b"abcabc")
show("streams", (deflated, NOISE), (deflated, PLAIN, 1), (deflated, b"", 9, 8, -9, 9, 2), (deflated, b"abcabc" * 9, named(zdict=b"abcabc")), (deflated, b"a", named(zdict="text")), (deflated, b"a", 99), (deflated, b"a", named(wbits=99)), (deflated, b"a", named(zdict=5)),
     (deflated, b"abc" * 9, named(mode=Z.Z_SYNC_FLUSH)), (deflated, b"abc" * 9, named(mode=Z.Z_FULL_FLUSH)), (deflated, b"abc" * 9, named(mode=Z.Z_NO_FLUSH)), (packer.flush, "a"), (packer.flush, 99), (packer.compress, "a"), (deflated, NOISE, named(mode=Z.Z_BLOCK)),
     (inflated, packed), (inflated, packed_noise), (inflated, packed, named(limit=100)), (inflated, packed, named(limit=100_000, step=3)), (inflated, packed_noise + b"behind it", named(limit=49_999)), (inflated, packed + b"behind it"), (inflated, b"nothing"), (inflated, packed[:-9], named(step=10)),
     (inflated, Z.compress(b"a" * 50, wbits=-15), -15), (inflated, packed, 99), (inflated, packed, named(limit=-1)), (inflated, packed, named(step=-1)), (inflated, packed, named(step="a")), (inflated, packed, named(limit="a")), (inflated, packed, named(zdict=b"x")),
     (lambda: inflated(deflated(b"abcabc" * 9, zdict=b"abcabc")[0], zdict=b"abcabc"),), (lambda: inflated(deflated(b"abcabc" * 9, zdict=b"abcabc")[0]),), (lambda: inflated(deflated(b"abcabc" * 9, zdict=b"abcabc")[0], zdict=b"other"),),
     (lambda: inflated(deflated(b"abcabc" * 9, wbits=-15, zdict=b"abcabc")[0], wbits=-15, zdict=b"abcabc"),), (unpacker.copy,), (unpacker.decompress, "text"))

# ---- bz2, lzma
bz, xz = _bz2.BZ2Compressor, _lzma.LZMACompressor


def packed_by(made, data):
    return made.compress(data) + made.flush()


def unpacked_by(made, data, *limits):
    out = []
    for limit in limits or (-1,):
        out.append(made.decompress(data, limit))
        data = b""
    return [*out, made.eof, made.needs_input, made.unused_data]


bzipped, xzipped = packed_by(bz(), PLAIN), packed_by(xz(), PLAIN)
bznoise, xznoise = packed_by(bz(1), NOISE), packed_by(xz(preset=0), NOISE)
show("bz2", (bz, 0), (bz, 10), (bz, "a"), (lambda: packed_by(bz(9), NOISE),), (lambda: packed_by(bz(), b""),), (lambda: packed_by(bz(), "text"),),
     (lambda: unpacked_by(_bz2.BZ2Decompressor(), bzipped),), (lambda: unpacked_by(_bz2.BZ2Decompressor(), bznoise, 10, 20, 0, -1),), (lambda: unpacked_by(_bz2.BZ2Decompressor(), bzipped + b"behind"),), (lambda: unpacked_by(_bz2.BZ2Decompressor(), b"nothing of it"),),
     (lambda: unpacked_by(_bz2.BZ2Decompressor(), bzipped[:-4], -1, -1),), (lambda: unpacked_by(_bz2.BZ2Decompressor(), bzipped, 100_000, 100_000, 100_000, 5),), (lambda: unpacked_by(_bz2.BZ2Decompressor(), "text"),), (lambda: unpacked_by(_bz2.BZ2Decompressor(), bzipped, "a"),))
F = dict(id=_lzma.FILTER_LZMA2, preset=0)
show("lzma", (lambda: packed_by(xz(), NOISE),), (lambda: packed_by(xz(preset=1), b""),), (lambda: packed_by(xz(_lzma.FORMAT_ALONE), PLAIN),), (lambda: packed_by(xz(_lzma.FORMAT_RAW, filters=[F]), NOISE),), (lambda: packed_by(xz(_lzma.FORMAT_RAW, filters=[dict(id=_lzma.FILTER_DELTA, dist=2), F]), b"abcd" * 9),),
     (lambda: packed_by(xz(filters=[dict(id=_lzma.FILTER_X86), F]), b"abcd" * 9),), (lambda: packed_by(xz(check=_lzma.CHECK_SHA256), b"a"),), (xz, 99), (xz, "a"), (xz, named(check="a")), (xz, named(check=99)), (xz, named(preset=99)), (xz, named(preset=-1)), (xz, named(preset=2**40)), (xz, named(preset=1, filters=[F])),
     (xz, _lzma.FORMAT_RAW), (xz, _lzma.FORMAT_ALONE, 1), (xz, _lzma.FORMAT_RAW, _lzma.CHECK_CRC32), (xz, named(filters=5)), (xz, named(filters=[5])), (xz, named(filters=[{}])), (xz, named(filters=[dict(id="a")])), (xz, named(filters=[dict(id=99)])), (xz, named(filters=[dict(F, no=1)])), (xz, named(filters=[dict(F, dict_size="a")])),
     (xz, named(filters=[dict(F, dict_size=2**40)])), (xz, named(filters=[dict(F, preset=99)])), (xz, named(filters=[F] * 5)), (xz, named(filters=[])), (xz, named(filters=[dict(id=_lzma.FILTER_DELTA, dist=999), F])), (xz, named(filters=[dict(id=_lzma.FILTER_X86, start_offset="a"), F])), (xz, named(filters=[dict(id=_lzma.FILTER_X86, no=1), F])),
     (xz, named(filters=[dict(F, lc=3, lp=1, pb=2, mode=1, nice_len=64, mf=_lzma.MF_HC4, depth=9)])), (xz, named(filters=[dict(F, lc=4, lp=4)])), (xz, _lzma.FORMAT_ALONE, named(filters=[dict(id=_lzma.FILTER_LZMA1)])), (xz, _lzma.FORMAT_ALONE, named(filters=[F])), (xz, _lzma.FORMAT_ALONE, named(preset=99)),
     (lambda: packed_by(xz(), "text"),), (xz().flush,))
xd = _lzma.LZMADecompressor
show("unlzma", (lambda: unpacked_by(xd(), xzipped),), (lambda: unpacked_by(xd(), xznoise, 10, 20, 0, -1),), (lambda: unpacked_by(xd(), xzipped + b"behind"),), (lambda: unpacked_by(xd(), b"nothing of it"),), (lambda: unpacked_by(xd(), xzipped[:-4], -1, -1),), (lambda: unpacked_by(xd(), xzipped, 100_000, 100_000, 100_000, 5),),
     (lambda: unpacked_by(xd(memlimit=1), xzipped),), (lambda: unpacked_by(xd(_lzma.FORMAT_XZ), packed_by(xz(_lzma.FORMAT_ALONE), b"a")),), (lambda: unpacked_by(xd(_lzma.FORMAT_ALONE), packed_by(xz(_lzma.FORMAT_ALONE), b"a")),), (lambda: xd().check,), (lambda: [(d := xd()), d.decompress(packed_by(xz(check=_lzma.CHECK_CRC32), b"a")), d.check],),
     (lambda: unpacked_by(xd(_lzma.FORMAT_RAW, filters=[F]), packed_by(xz(_lzma.FORMAT_RAW, filters=[F]), b"abc" * 9)),), (lambda: [(d := xd()), d.decompress(xzipped), d.decompress(b"a")],), (xd, _lzma.FORMAT_RAW), (xd, _lzma.FORMAT_RAW, 5, [F]), (xd, _lzma.FORMAT_AUTO, None, [F]), (xd, 99), (xd, "a"), (xd, named(memlimit="a")), (xd, named(memlimit=-1)),
     (xd, _lzma.FORMAT_RAW, None, [{}]), (lambda: unpacked_by(xd(), xzipped[:-20] + b"x" * 20),), (lambda: unpacked_by(xd(), xzipped[:100] + b"x" * 90),), (lambda: unpacked_by(xd(), "text"),), (lambda: unpacked_by(xd(), xzipped, "a"),), (_lzma.is_check_supported, 4), (_lzma.is_check_supported, 99), (_lzma.is_check_supported, "a"),
     (_lzma._encode_filter_properties, dict(id=_lzma.FILTER_DELTA, dist=3)), (_lzma._encode_filter_properties, F), (_lzma._encode_filter_properties, dict(id=_lzma.FILTER_X86)), (_lzma._encode_filter_properties, dict(id=_lzma.FILTER_X86, start_offset=16)), (_lzma._encode_filter_properties, dict(id=99)), (_lzma._encode_filter_properties, 5),
     (_lzma._encode_filter_properties, dict(id=_lzma.FILTER_DELTA, dist=999)), (_lzma._decode_filter_properties, _lzma.FILTER_DELTA, b"\2"), (_lzma._decode_filter_properties, _lzma.FILTER_LZMA2, b"\x10"), (_lzma._decode_filter_properties, _lzma.FILTER_X86, b"\x10\0\0\0"),
     (_lzma._decode_filter_properties, _lzma.FILTER_LZMA1, b"]\0\0\x10\0"), (_lzma._decode_filter_properties, 99, b""), (_lzma._decode_filter_properties, _lzma.FILTER_LZMA2, b"abc"), (_lzma._decode_filter_properties, "a", b""), (_lzma._decode_filter_properties, 3, "a"))
