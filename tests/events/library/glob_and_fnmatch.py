import fnmatch, glob, os
os.makedirs("d/e")
for name in "a.py", "b.txt", ".hidden.py", "d/c.py", "d/e/f.py", "d/[x].py":
    open(name, "w").close()
for pattern in "*.py", "**/*.py", "d/?.py", "[ab].*", "nope*", "d/[[]x].py", ".*", "d/", "**":
    print(pattern, sorted(glob.glob(pattern, recursive=True)), len(list(glob.iglob(pattern))))
print(sorted(glob.glob("*", root_dir="d")), glob.escape("a[b]*?"), glob.has_magic("a*"), sorted(glob.glob("**", recursive=True, include_hidden=True)))
print(fnmatch.filter(["a.py", "B.PY", "c"], "*.[pP][yY]"), fnmatch.translate("a[!b]*?.t"), fnmatch.fnmatchcase("A", "a"))
