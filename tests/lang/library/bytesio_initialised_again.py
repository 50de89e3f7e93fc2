"""BytesIO.__init__ and __setstate__ of one that has data, is exported, or is closed."""
import io


def said(call, *args):
    try:
        return call(*args)
    except Exception as error:
        return repr(error)


for closed in False, True:
    for name, args in ("__init__", (b"z",)), ("__init__", (1,)), ("__init__", ()), ("__setstate__", ((b"q", 0, None),)), ("__setstate__", ((None, 0, None),)), ("__setstate__", ((b"q", -1, None),)):
        b = io.BytesIO(b"abcdef")
        b.read(3)
        if closed:
            b.close()
        print(name, args, said(getattr(b, name), *args), said(b.tell), said(b.getvalue))
for name, args in ("__init__", (b"z",)), ("__init__", (1,)), ("__init__", ()), ("__setstate__", ((b"q", 0, None),)):
    b = io.BytesIO(b"abcdef")
    b.read(3)
    view = b.getbuffer()
    print(name, args, said(getattr(b, name), *args), b.tell(), b.getvalue(), view.tobytes(), said(b.write, b"x"))
    view.release()
    print(b.write(b"xyz"), b.getvalue(), said(b.__init__, b"z"), b.getvalue())
