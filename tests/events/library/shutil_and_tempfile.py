import filecmp, gc, os, shutil, tempfile
gc.disable()  # tar files are cycles
with tempfile.TemporaryDirectory() as d:
    os.makedirs(d + "/a/b")
    for name in "x.txt", "a/y.txt", "a/b/z.txt":
        with open(os.path.join(d, name), "w") as f:
            f.write(name * 3)
    shutil.copytree(d + "/a", d + "/c", ignore=shutil.ignore_patterns("z*"))
    print(sorted(os.listdir(d + "/c")), shutil.copy2(d + "/x.txt", d + "/c")[-5:], filecmp.cmp(d + "/x.txt", d + "/c/x.txt", shallow=False))
    shutil.move(d + "/x.txt", d + "/moved")
    print(sorted(os.listdir(d)), filecmp.dircmp(d + "/a", d + "/c").left_only, shutil.which("sh") is not None)
    shutil.make_archive(d + "/arch", "tar", d + "/a") and shutil.unpack_archive(d + "/arch.tar", d + "/un")
    shutil.rmtree(d + "/c")
    for bad in lambda: shutil.copy(d + "/none", d), lambda: shutil.copyfile(d + "/moved", d + "/moved"), lambda: shutil.rmtree(d + "/none"):
        try:
            bad()
        except OSError as error:
            print(type(error).__name__)
with tempfile.NamedTemporaryFile("w+", suffix=".t") as f, tempfile.SpooledTemporaryFile(8) as s, tempfile.TemporaryFile() as t:
    f.write("x")
    s.write(b"0123456789")
    s.seek(0)
    print(os.path.exists(f.name), s.read(3), t.tell())
