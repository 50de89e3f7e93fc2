# The names of encodings that open() takes are those that bytes.decode() takes.
import io

NAMES = ["utf8", "UTF-8", "utf_8", "utf--8", "utf 8", " utf8", "_utf8_", "u t f 8", "ascii", "ASCII", "asc_ii", "asc-ii",
         "us-ascii", "US ASCII", "usascii", "u8", "latin1", "latin-1", "Latin 1", "la-tin1", "iso-8859-1", "ISO8859_1",
         "iso88591", "iso_8859_1", "l1", "8859", "utf16", "u t f 1 6", "", ".", "latin1" + " " * 20, "utf8" + "x" * 40]

for name in NAMES:
    outcome = []
    for use in (lambda: b"a".decode(name), lambda: "a".encode(name), lambda: io.TextIOWrapper(io.BytesIO(b"a"), name).read()):
        try:
            outcome.append(len(use()))
        except (LookupError, ValueError) as e:
            outcome.append(f"{type(e).__name__}: {e}")
    print(ascii(name), outcome)
