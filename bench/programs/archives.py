"""Zip and tar archives and gzip streams made and read in memory."""
import gzip
import io
import tarfile
import zipfile

N = 8
FILES = {f"folder{i % 3}/file{i}.txt": (f"line {i} of a file\n" * (10 + i * 3)).encode() for i in range(24)}


def run(n):
    total = 0
    for _ in range(n):
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in FILES.items():
                archive.writestr(zipfile.ZipInfo(name, (2026, 11, 22, 10, 0, 0)), data)
        with zipfile.ZipFile(memory) as archive:
            total += sum(len(archive.read(name)) for name in archive.namelist()) + (archive.testzip() is None)
        memory = io.BytesIO()
        with tarfile.open(fileobj=memory, mode="w:gz", compresslevel=1) as archive:
            for name, data in FILES.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        memory.seek(0)
        with tarfile.open(fileobj=memory) as archive:
            total += sum(len(archive.extractfile(member).read()) for member in archive if member.isfile())
        packed = gzip.compress(b"".join(FILES.values()), mtime=0)
        with gzip.open(io.BytesIO(packed), "rt") as lines:
            total += sum(len(line) for line in lines)
    return total
