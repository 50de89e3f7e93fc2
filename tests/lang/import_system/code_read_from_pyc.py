# A .pyc file's code is read by marshal.load() from the file, and by loads() from its bytes; cut off, it is refused.
import io
import marshal
import os
import py_compile
import tempfile

with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "small.py")
    with open(source, "w") as file:
        file.write("def double(x):\n    return [x] * 2\n\nprint(double('\\u20ac'))\n")
    with open(py_compile.compile(source), "rb") as file:
        head = file.read(16)
        code = marshal.load(file)
        print(len(head), code.co_name, file.read())
        exec(code)
        file.seek(16)
        data = file.read()
exec(marshal.loads(data))
for short in data[:12], data[:-1]:
    for load in marshal.loads, lambda data: marshal.load(io.BytesIO(data)):
        try:
            load(short)
        except (EOFError, ValueError) as e:
            print("refused")
