# bz2 and lzma over _bz2 and _lzma: what CPython's own tests do not print.
import _bz2
import _lzma
import bz2
import io
import lzma
import shutil
import tarfile
import zipfile


def show(f, *args, **kwargs):
    try:
        r = f(*args, **kwargs)
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)
    else:
        print(r if not isinstance(r, bytes) or len(r) < 60 else len(r))


data = b"".join(b"%d " % (i * i % 97) for i in range(5000))
for module, ends in ((bz2, {}), (lzma, {})):
    packed = module.compress(data)
    print(len(packed) < len(data) / 4, module.decompress(packed) == data, module.decompress(packed * 2) == data * 2)
    show(module.decompress, packed[:-20])
    show(module.decompress, b"what is this? nothing that is packed")
    show(module.compress, "text")

# objects, bit by bit
for make, packed in ((bz2.BZ2Decompressor, bz2.compress(data)), (lzma.LZMADecompressor, lzma.compress(data))):
    d = make()
    out = [d.decompress(packed[:10], max_length=100)]
    print(d.eof, d.needs_input, d.unused_data)
    out.append(d.decompress(packed[10:] + b"behind", 100))
    print(d.eof, d.needs_input, d.unused_data, len(out[-1]))
    while not d.eof:
        out.append(d.decompress(b"", 1000))
    print(b"".join(out) == data, d.eof, d.needs_input, d.unused_data, getattr(d, "check", None))
    show(d.decompress, b"more")
    show(make().decompress, 3)
    show(make().decompress, b"", "x")
    show(make().decompress, b"", 2**70)
for c in bz2.BZ2Compressor(1), lzma.LZMACompressor(preset=1):
    packed = c.compress(data) + c.flush()
    show(c.flush)
    show(c.compress, b"")
show(bz2.BZ2Compressor, 0)
show(bz2.BZ2Compressor, 10)
show(bz2.BZ2Compressor, 2**40)
show(bz2.BZ2Compressor, 1.5)

# lzma's formats and filters
X = {"id": lzma.FILTER_X86}
LZ = {"id": lzma.FILTER_LZMA2, "preset": 3}
for format, filters in ((lzma.FORMAT_XZ, [LZ]), (lzma.FORMAT_XZ, [X, LZ]), (lzma.FORMAT_RAW, [{"id": lzma.FILTER_DELTA, "dist": 2}, LZ]),
                        (lzma.FORMAT_ALONE, None), (lzma.FORMAT_ALONE, [{"id": lzma.FILTER_LZMA1, "preset": 1}])):
    packed = lzma.compress(data, format, filters=filters)
    print(len(packed) < len(data), lzma.decompress(packed, format, filters=filters if format == lzma.FORMAT_RAW else None) == data)
for check in lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256:
    d = lzma.LZMADecompressor()
    d.decompress(lzma.compress(b"x", check=check))
    print(check, d.check, lzma.is_check_supported(check))
show(lzma.LZMACompressor, format=9)
show(lzma.LZMACompressor, preset=99)
show(lzma.LZMACompressor, preset=2**40)
show(lzma.LZMACompressor, format=lzma.FORMAT_ALONE, preset=99)
show(lzma.LZMACompressor, check=99)
show(lzma.LZMACompressor, format=2, check=1)
for filters in [{}], [3], [{"id": 33, "x": 3}], [{"id": 99}], [{"id": 33}] * 5, [{"id": 3, "q": 5}], [{"id": 4, "q": 5}], {}, 5, [{"id": "x"}]:
    show(lzma.LZMACompressor, filters=filters)
show(lzma.LZMACompressor, preset=3, filters=[{}])
show(lzma.LZMACompressor, format=3)
show(lzma.LZMACompressor, format=lzma.FORMAT_ALONE, filters=[X, LZ])
show(lzma.LZMADecompressor, format=9)
show(lzma.LZMADecompressor, format=3)
show(lzma.LZMADecompressor, format=0, filters=[])
show(lzma.LZMADecompressor, format=3, memlimit=3, filters=[])
show(lzma.decompress, lzma.compress(data), memlimit=10)
show(_lzma._encode_filter_properties, {"id": 33})
show(_lzma._decode_filter_properties, 33, b"\x14")
show(_lzma._decode_filter_properties, 33, b"too long")
show(_lzma._decode_filter_properties, 3, b"\x14")
show(_lzma._decode_filter_properties, lzma.FILTER_LZMA1, bytes(5))
show(lzma.is_check_supported, "x")
print(lzma.LZMAError, lzma.LZMAError.__doc__, lzma.LZMAError.__mro__)
print({n: v for n, v in sorted(vars(_lzma).items()) if isinstance(v, int)})
print([n for n in sorted(vars(_lzma)) if not n.isupper() and n[:2] != "__"], [n for n in sorted(vars(_bz2)) if n[:2] != "__"])

# over them
for mode in "w:bz2", "w:xz":
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as t:
        info = tarfile.TarInfo("file")
        info.size = len(data)
        t.addfile(info, io.BytesIO(data))
    buffer.seek(0)
    with tarfile.open(fileobj=buffer) as t:
        print(mode, t.extractfile("file").read() == data)
for method in zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as z:
        z.writestr("a", data)
    with zipfile.ZipFile(buffer) as z:
        print(method, z.read("a") == data)
print(sorted(name for name, _ in shutil.get_archive_formats()))
