# The line that a SyntaxError carries, read from the file again: any newline ends it, the
# byte order mark is in it, and of a line beyond CPython's buffer the last piece remains.
import os
import tempfile

SOURCES = {
    "\\r alone, the symbol table's error": b"x = 1\ry = 2\rreturn 3\rw = 1\r",
    "\\r alone, the parser's error": b"x = 1\ry = = 2\rw = 1\r",
    "\\r\\n": b"x = 1\r\nreturn 3\r\n",
    "\\r at the end of the file": b"return 3\r",
    "no newline at all": b"return 3",
    "a block that the end leaves empty": b"if 1:\n",
    "a block that the end leaves empty, \\r\\n": b"if 1:\r\n",
    "a block that the end leaves empty, \\r": b"if 1:\r",
    "a declared encoding and \\r\\n at the end": b"# coding: cp1252\r\nif 1:\r\n",
    "a byte order mark, the parser's": b"\xef\xbb\xbfx = = 3\n",
    "a byte order mark, the symbol table's": b"\xef\xbb\xbfreturn 3\n",
    "a declared encoding": b"# coding: latin-1\nx = '\xe9' = = 3\n",
    "a name with an ending": b"# coding: Latin_1-unix\nx = '\xe9' = = 3\n",
    "998 characters": b"return '" + b"a" * 988 + b"'\n",
    "999 characters": b"return '" + b"a" * 990 + b"'",
    "1000 characters": b"return '" + b"a" * 991 + b"'",
    "1500 characters": b"return '" + b"a" * 1490 + b"z'\n",
    "behind a long line": b"y = '" + b"b" * 2500 + b"'\nx = = 3\n",
}

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for title, source in SOURCES.items():
        with open("wrong.py", "wb") as f:
            f.write(source)
        try:
            compile(source, "wrong.py", "exec")
        except SyntaxError as e:
            text = e.text and (len(e.text), ascii(e.text[:12]), ascii(e.text[-12:]))
            print(f"{title}: line {e.lineno}, {e.offset} to {e.end_offset}: {text}")
    os.chdir("/")
