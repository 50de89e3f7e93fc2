import io
import traceback

for encoding in "utf-8", "ascii", "cp1252":
    try:
        io.TextIOWrapper(io.BytesIO(b"ab\x81\xff"), encoding=encoding).read()
    except UnicodeDecodeError:
        print(*traceback.format_exc().splitlines()[1:], sep="\n")
io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8").readline()
