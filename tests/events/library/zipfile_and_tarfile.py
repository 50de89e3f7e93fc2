import gc, io, tarfile, zipfile
gc.disable()  # tar files are cycles
b = io.BytesIO()
with zipfile.ZipFile(b, "w") as z:
    z.writestr("a.txt", "text" * 10)
    z.writestr(zipfile.ZipInfo("d/b.txt", (2024, 1, 2, 3, 4, 6)), b"more")
with zipfile.ZipFile(b) as z:
    print(z.namelist(), z.read("a.txt")[:8], z.getinfo("d/b.txt").file_size, z.testzip(), sorted(p.name for p in zipfile.Path(z).iterdir()))
t = io.BytesIO()
with tarfile.open(fileobj=t, mode="w") as f:
    info = tarfile.TarInfo("x/y.txt")
    info.size = 3
    f.addfile(info, io.BytesIO(b"abc"))
t.seek(0)
with tarfile.open(fileobj=t) as f:
    print(f.getnames(), f.extractfile("x/y.txt").read(), f.getmember("x/y.txt").isfile())
for bad in lambda: zipfile.ZipFile(io.BytesIO(b"x")), lambda: tarfile.open(fileobj=io.BytesIO(b"x" * 600)):
    try:
        bad()
    except (zipfile.BadZipFile, tarfile.TarError) as error:
        print(error)
