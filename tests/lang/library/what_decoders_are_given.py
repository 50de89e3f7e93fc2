"""A registered decoder is given a memoryview by bytes.decode() and str(), the object itself by codecs.decode()."""
import codecs


def decode(data, errors="strict"):
    print(" ", type(data).__name__, errors, bytes(data), getattr(data, "readonly", "-"), getattr(data, "obj", "-"))
    return "text", len(data)


def encode(text, errors="strict"):
    print(" ", type(text).__name__, errors, text)
    return b"bytes", len(text)


def find(name):
    return codecs.CodecInfo(encode, decode, name=name) if name == "shown" else None


codecs.register(find)
print(b"ab".decode("shown"), bytearray(b"ab").decode("shown", "ignore"), b"".decode("shown"))
print(str(b"ab", "shown"), str(memoryview(b"abcd")[1:3], "shown"), str(bytearray(b"ab"), encoding="shown", errors="other"))
print(codecs.decode(b"ab", "shown"), codecs.decode(bytearray(b"ab"), "shown"))
print("ab".encode("shown"), bytes("ab", "shown", "ignore"), codecs.encode("ab", "shown"))
codecs.unregister(find)
