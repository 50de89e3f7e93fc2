"""Codecs: half a surrogate at the end of a chunk, where an error begins, escapes past a byte, names, who is told."""
import codecs
import io
import os
import tempfile
import warnings


def attempt(what, f, *args):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = ascii(f(*args))
        except UnicodeError as e:
            result = type(e).__name__, e.reason, e.start, e.end
        except Exception as e:
            result = type(e).__name__, e
    print(what, ascii(args), result, [str(w.message) for w in caught])


for data in b"\xed", b"\xed\xa4", b"\xed\xa4\x81", b"\xed\xa0", b"\xed\xbf", b"\xed\x9f", b"\xed\xa4x", b"x\xed\xb0":
    for errors in "strict", "surrogatepass", "replace":
        for final in False, True:
            attempt("utf-8", codecs.utf_8_decode, data, errors, final)
for errors in "ignore", "replace", "surrogateescape", "strict", "surrogatepass":
    decoder = codecs.getincrementaldecoder("utf-8")(errors)
    for byte in b"\xed\xa0\x80x\xed\xb0y\xed\xbf\xbf":
        attempt(errors, decoder.decode, bytes([byte]))
    attempt(errors, decoder.decode, b"", True)
handle, name = tempfile.mkstemp()
os.close(handle)
for before in 8190, 8191, 8192:
    with open(name, "wb") as f:
        f.write(b"a" * before + b"\xed\xa4\x81b")
    for errors in "surrogatepass", "replace", "strict":
        with open(name, encoding="utf-8", errors=errors) as f:
            attempt(errors, lambda: f.read(before + 1)[before - 1:] + f.read())
os.remove(name)
attempt("stream", io.TextIOWrapper(io.BytesIO(b"x\xed\xa4"), "utf-8").read)
for encoding in "utf-8", "ascii", "latin-1", "utf-8-sig", "utf-16":
    for errors in "surrogateescape", "surrogatepass":
        for text in ("[\udc80\ud800\udfff]", "\udc80\udc81x\udcff\ud800", "\u20ac\udc80", "\udc80\u20ac",
                     "\udc7f\udc80", "\udc80\u0394\u20ac\udc81", "\udc80\udcff"):
            attempt(errors, text.encode, encoding, errors)
for f in codecs.escape_decode, codecs.unicode_escape_decode:
    for data in rb"\z", rb"\Z\z", rb"\8", b"\\\xfa", rb"\400", rb"\777", rb"\501\z", rb"\z\501", rb"\x", rb"\378", rb"\377":
        attempt(f.__name__, f, data)


def search(name):
    print("search", ascii(name))
    return None


codecs.register(search)
for name in "aaa_8", "AAA-8", "AAA---8", "AAA   8", "aaa\xe9\u20ac-8", "AAA.8", "-a-b-", "\xe9", "a" * 90 + "-", "  ":
    attempt("lookup", codecs.lookup, name)
codecs.unregister(search)


def failing(make):
    def fail(text, errors="strict"):
        raise make()
    return lambda name: codecs.CodecInfo(fail, fail) if name == "failing" else None


def with_attribute():
    e = RuntimeError("message")
    e.attribute = 1
    return e


for make in lambda: RuntimeError("message"), with_attribute, lambda: RuntimeError(1), lambda: RuntimeError("a", "b"), \
        lambda: KeyError("key"), RuntimeError:
    found = failing(make)
    codecs.register(found)
    attempt("failing", "text".encode, "failing")
    attempt("failing", codecs.decode, b"bytes", "failing")
    codecs.unregister(found)
