import importlib.machinery
import importlib.util
import marshal
import os
import py_compile
import tempfile

# Code objects in marshal's format, and the .pyc files made of them.
SOURCE = '''
def f(a, *b, c=3, **d):
    def g():
        return a, c
    return g, b, d, [x for x in b if x in {1, 2}]
class K:
    y = "text", b"bytes", 1.5, 2j, 10 ** 20, None, ..., -0.0
'''
code = compile(SOURCE, "name.py", "exec")
data = marshal.dumps(code)
again = marshal.loads(data)
print(again == code, hash(again) == hash(code), again.co_filename, again.co_consts[0].co_varnames)
ns = {"__name__": "loaded"}
exec(again, ns)
print(ns["f"](1, 2, 3, z=4)[1:], ns["f"](5)[0](), ns["K"].y)

loop = [1, "a"]
loop.append(loop)
copy = marshal.loads(marshal.dumps(loop))
print(copy[:2], copy[2] is copy)
twice = ("abcdefgh" * 9,)
print(len(marshal.dumps([twice, twice])) < 100, marshal.loads(marshal.dumps([twice, twice])) == [twice, twice])
for bad in (b"c", b"c" + bytes(20), b"r\5\0\0\0"):
    try:
        marshal.loads(bad)
    except (EOFError, ValueError, TypeError) as e:
        print(type(e).__name__, e)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "mod.py")
    with open(path, "w") as f:
        f.write("answer = 42\n")
    cached = py_compile.compile(path, doraise=True)
    print(os.path.relpath(cached, folder), importlib.util.cache_from_source("a/b.py", optimization=2))
    print(importlib.util.source_from_cache("a/__pycache__/b.cpython-311.pyc"))
    module = importlib.machinery.SourcelessFileLoader("mod", cached).load_module("mod")
    print(module.answer, os.path.relpath(module.__file__, folder))
    loader = importlib.machinery.SourceFileLoader("mod", path)
    print(loader.get_source("mod"), loader.path_stats(path)["size"])
    spec = importlib.util.spec_from_file_location("mod", path)
    print(os.path.relpath(spec.cached, folder))
    with open(path, "w") as f:
        f.write("answer =\n")
    try:
        py_compile.compile(path, dfile="shown.py", doraise=True)
    except py_compile.PyCompileError as e:
        print(e.exc_type_name, e.file)
