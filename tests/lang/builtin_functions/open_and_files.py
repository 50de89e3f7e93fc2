import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "file.txt")
with open(path, "w", encoding="utf-8") as f:
    print(f.write("line one\nzwei ä\n"), f.mode, f.closed, f.writable(), f.readable(), f.encoding)
    f.writelines(["three\n", "four"])
print(f.closed)
with open(path, encoding="utf-8") as f:
    print(repr(f.readline()), f.tell(), f.readlines(), repr(f.read()))
    f.seek(0)
    print([line.strip() for line in f])
with open(path, "ab") as f: f.write(b"\xff")
with open(path, "rb") as f: print(f.read(4), f.read()[-3:], f.seek(-1, 2), f.read())
for text in ("open(path, 'q')", "open(path, 'rw')", "open(path + 'x')", "open('')", "open(path, 'rb', encoding='utf-8')", "open(path, 'x')", "f.read()", "open(os.path.dirname(path))", "open(path, encoding='utf-8').read()"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, str(e).replace(os.path.dirname(path), "DIR"))
os.remove(path)
os.rmdir(os.path.dirname(path))
