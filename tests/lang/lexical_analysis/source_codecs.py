# A declared encoding is looked up among the codecs, those that programs register too;
# what a codec complains of is the SyntaxError's message.
import codecs

NAMES = ["latin-1", "ISO_8859_1", "iso-latin-1-mac", "l1", "utf_8", "utf-8-sig", "U8", "ascii", "cp1252", "cp037",
         "mac-roman", "koi8-r", "kz1048", "shift_jis", "utf-7", "unicode_escape", "raw-unicode-escape",
         "ebcdic-us", "hex", "rot13", "undefined", "punycode", "utf-16", "no-such", ".", "a" * 100]

for name in NAMES:
    for byte in b"\x41", b"\x8e", b"\xc3\xa9":
        source = b"# coding: " + name.encode() + b"\nx = '" + byte + b"'\n"
        space = {}
        try:
            exec(source, space)
            result = ascii(space.get("x"))
        except SyntaxError as e:
            result = f"{e} {e.filename} {e.lineno} {e.offset} {e.text}"
        print(name[:20], byte, result)


def upside_down(data, errors="strict"):
    lines = bytes(data).decode("ascii").splitlines(keepends=True)
    return "".join(reversed(lines)), len(data)


def breaking(data, errors="strict"):
    raise {b"v": ValueError, b"k": KeyError, b"t": TypeError, b"r": RuntimeError}[bytes(data)[-1:]]("it broke")


CODECS = {"upside_down": upside_down, "breaking": breaking, "no_text": lambda data, errors="strict": (b"x", 1),
          "surrogate": lambda data, errors="strict": ("x = '\ud800'", len(data))}


def search(name):
    return codecs.CodecInfo(codecs.charmap_encode, CODECS[name], name=name) if name in CODECS else None


codecs.register(search)
exec(b"# coding: upside-down\nprint('second')\nprint('first')\n".replace(b"upside-down", b"upside_down"))
for source in (b"# coding: breaking\nv", b"# coding: breaking\nk", b"# coding: breaking\nt", b"# coding: breaking\nr",
               b"# coding: no_text\n", b"# coding: surrogate\n"):
    try:
        exec(source)
    except Exception as e:
        print(type(e).__name__, e)
codecs.unregister(search)
