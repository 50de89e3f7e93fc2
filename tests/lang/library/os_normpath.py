"""normpath and its relatives."""
import os.path
import posix

for p in 'a/../b','/','//','///','','a','a/','./a','../a','/../a','a/..','a//b/./c/../d','../../a','//a/../..','///a/b','.','..','/.','/..','a/../..','a\0b/..','é/../ü/x','a/b/../../..', ".", "./.", "./", "./a", ".//a", "a/./..":
    print(repr(p), repr(posix._path_normpath(p)), repr(os.path.normpath(p)))
print(os.path.join("a", "/b", "c"), os.path.split("/a/b/"), os.path.splitext("a.b.c"))
print(os.path.commonpath(["/a/b", "/a/c"]), os.path.relpath("/a/b", "/a/c"))
print(os.path.commonprefix(["/abc", "/abd"]), os.path.isabs("/x"), os.path.basename("/a/b"))
