# The library's formats over zlib.
import gzip
import io
import tarfile
import zipfile

data = b"line of text\n" * 5000
packed = gzip.compress(data, mtime=0)
print(len(packed) < 200, gzip.decompress(packed) == data, gzip.decompress(packed * 2) == data * 2)
buffer = io.BytesIO()
with gzip.GzipFile("name", "wb", fileobj=buffer, mtime=0) as f:
    for i in range(100):
        f.write(b"%d\n" % i)
buffer.seek(0)
with gzip.open(buffer, "rt") as f:
    print(sum(int(line) for line in f))
for bad in (packed[:-8], packed[:50], b"x" + packed, packed[:-8] + b"12345678"):
    try:
        gzip.decompress(bad)
    except (EOFError, OSError) as e:
        print(type(e).__name__, e)

buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr(zipfile.ZipInfo("a/b.txt"), data, zipfile.ZIP_DEFLATED)
    z.writestr(zipfile.ZipInfo("c.txt"), "stored", zipfile.ZIP_STORED)
with zipfile.ZipFile(buffer) as z:
    print(z.namelist(), z.testzip(), z.read("a/b.txt") == data, [(i.compress_size < i.file_size, i.CRC) for i in z.infolist()])

buffer = io.BytesIO()
with tarfile.open(fileobj=buffer, mode="w:gz") as t:
    info = tarfile.TarInfo("file")
    info.size = len(data)
    t.addfile(info, io.BytesIO(data))
buffer.seek(0)
with tarfile.open(fileobj=buffer) as t:
    print(t.getnames(), t.extractfile("file").read() == data)
