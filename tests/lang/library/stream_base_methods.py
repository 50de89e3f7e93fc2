# BytesIO reads and writes lines itself, and what the base classes of streams answer, closed or not.
import io


class Sub(io.BytesIO):
    def readline(self, *args):
        print("readline")

    def write(self, *args):
        print("write")


def show(call, *args):
    try:
        print(call(*args))
    except Exception as e:
        print(type(e).__name__, e)


b = Sub(b"a\nbc\nd")
print(list(b), iter(b) is b)
for size in (), (None,), (0,), (-1,), (1,), (2,), (3,), ("x",), (1.5,):
    b.seek(0)
    show(b.readlines, *size)
b.seek(0)
for lines in [b"12", bytearray(b"3")], (memoryview(b"4\n"),), 3, [b"5", "6"], b"7":
    show(b.writelines, lines)
print(b.getvalue())
b.close()
show(lambda: iter(b) is b)
for call in b.readlines, lambda: b.writelines([]), b.__next__:
    show(call)
raw = io.RawIOBase()
for call in raw.readinto, raw.write, lambda: raw.write(b"", key=1), lambda: raw.read(1):
    show(call)


class Base(io.IOBase):
    shut = False

    @property
    def closed(self):
        print("closed?")
        return self.shut


o = Base()
for o.shut in False, True:
    for name in "seekable", "readable", "writable", "isatty", "flush":
        show(getattr(o, name))
o.shut = False
o.close()
o.shut = True
for name in "seekable", "readable", "writable", "isatty", "flush":
    show(getattr(o, name))
s = io.StringIO()
show(s.isatty)
s.close()
show(s.isatty)
print("isatty" in io.StringIO.__dict__, sorted(set(dir(io.RawIOBase)) - set(dir(io.IOBase))))
