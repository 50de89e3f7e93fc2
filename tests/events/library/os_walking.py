import os, ntpath, posixpath, genericpath, stat
os.makedirs("a/b/c", exist_ok=True)
open("a/f", "w").close()
os.symlink("a", "link")
for top in "a", "none":
    print([(r, sorted(d), sorted(f)) for r, d, f in os.walk(top, topdown=top == "a")])
os.renames("a/f", "a/g/h")
os.removedirs("a/b/c")
print(sorted(os.listdir()), os.environ.get("NOPE"), os.getenv("NOPE", 1), os.path.commonpath(["/a/b", "/a/c"]), os.path.relpath("/a/b", "/a/c/d"), os.path.expandvars("$NOPE ${HOME}x")[:5], os.path.splitext(".a.b"), os.path.normpath("a//../b/."), os.fspath("x"), os.fsencode("é"), os.path.lexists("link"), stat.filemode(os.lstat("link").st_mode))
os.environ["NEW"] = "1"
print("NEW" in os.environ, os.environ.pop("NEW"), os.environb.get(b"NEW"), ntpath.join("c:\\a", "d:b", "..\\c"), ntpath.splitdrive("//h/s/x"), ntpath.normpath("a/../..\\b"), ntpath.relpath("c:/a", "c:/b"))
