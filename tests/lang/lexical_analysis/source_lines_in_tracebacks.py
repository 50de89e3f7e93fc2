# The line that a traceback shows is read as the compiler reads the source: its encoding
# declaration, byte order mark and newlines; and along sys.path by the name's last part.
import io
import os
import sys
import tempfile

SOURCES = {
    "words before coding:": b"# my encoding is coding: latin-1\nx = '\xe9'; 1/0\n",
    "the second coding counts": b"# xcoding coding coding=latin-1\nx = '\xe9'; 1/0\n",
    "an empty name first": b"# coding: (x) coding=latin-1\nx = '\xe9'; 1/0\n",
    "a codec's name with an ending": b"# coding=Latin_1-unix\nx = '\xe9'; 1/0\n",
    "the second line, after \\r": b"\r# coding=latin-1\rx = '\xe9'; 1/0\r",
    "a codec of the library": b"# coding=mac-roman\nx = '\x8e'; 1/0\n",
    "shift_jis": b"# coding=shift_jis\nx = '\x83\x5c'; 1/0\n",
    "a byte order mark": b"\xef\xbb\xbf1/0\n",
    "\\r\\n": b"x = 1\r\n1/0\r\n",
    "\\r alone": b"x = 1\r1/0\ry = 2\r",
}


def show(title, code):
    saved, sys.stderr = sys.stderr, io.StringIO()
    try:
        exec(code, {})
    except ZeroDivisionError as e:
        e.__traceback__ = e.__traceback__.tb_next
        sys.__excepthook__(type(e), e, e.__traceback__)
    text, sys.stderr = sys.stderr.getvalue(), saved
    print(f"{title}:")
    print(ascii(text).replace("\\n", "\n"))


def compiled_at(line, name):
    return compile("\n" * (line - 1) + "1/0", name, "exec")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for title, source in SOURCES.items():
        with open("shown.py", "wb") as f:
            f.write(source)
        show(title, compile(source, "shown.py", "exec"))

    with open("shown.py", "wb") as f:
        f.write(b"first\n# \xff\n" + b"x" * 20000 + b"\nlast\n")
    show("bytes that are no UTF-8", compiled_at(1, "shown.py"))
    with open("shown.py", "wb") as f:
        f.write(b"first\n" + b"y" * 20000 + b"\n# \xff\n")
    show("bytes that are no UTF-8, far behind", compiled_at(1, "shown.py"))
    with open("shown.py", "wb") as f:
        f.write(b"# coding: no-such-codec\nsecond\n")
    show("an encoding that there is not", compiled_at(2, "shown.py"))

    os.mkdir("on_path")
    os.mkdir("here")
    with open("on_path/elsewhere.py", "w") as f:
        f.write("found along sys.path\n")
    sys.path.insert(0, "on_path")
    show("another folder's file of that name", compiled_at(1, "/no/such/folder/elsewhere.py"))
    with open("shown.py", "w") as f:
        f.write("        indented_since = 1\n")
    show("a line that was indented since", compiled_at(1, "shown.py"))
    show("no such line", compiled_at(7, "/no/such/folder/elsewhere.py"))
    show("a folder", compiled_at(1, "here"))
    os.chdir("/")
