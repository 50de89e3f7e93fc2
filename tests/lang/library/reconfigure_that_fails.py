"""reconfigure() that fails halfway: the new decoder stays, the encoder and the names are the old ones."""
import codecs
import io

FAILING = None


class Encoder(codecs.IncrementalEncoder):
    def __init__(self, errors="strict"):
        if FAILING == "encoder":
            raise RuntimeError("no encoder")
        super().__init__(errors)

    def encode(self, text, final=False):
        return text.upper().encode("latin-1")

    def setstate(self, state):
        if FAILING == "setstate":
            raise RuntimeError("no setstate")

    def reset(self):
        if FAILING == "reset":
            raise RuntimeError("no reset")


class Decoder(codecs.IncrementalDecoder):
    def __init__(self, errors="strict"):
        if FAILING == "decoder":
            raise RuntimeError("no decoder")
        super().__init__(errors)

    def decode(self, data, final=False):
        return bytes(data).decode("latin-1").upper()


class Buffer(io.BytesIO):
    def readable(self):
        if FAILING == "readable":
            raise RuntimeError("readable?")
        return True

    def writable(self):
        if FAILING == "writable":
            raise RuntimeError("writable?")
        return True

    def tell(self):
        if FAILING == "tell":
            raise RuntimeError("tell?")
        return super().tell()


def search(name):
    if name in ("upper", "utf_8_of_mine"):
        return codecs.CodecInfo(None, None, incrementalencoder=Encoder, incrementaldecoder=Decoder, name=name)


def attempt(what, *args, **options):
    try:
        print("   ", what.__name__, what(*args, **options))
    except (RuntimeError, LookupError, ValueError, io.UnsupportedOperation) as e:
        print("   ", what.__name__, type(e).__name__, e)


codecs.register(search)
for options in {"encoding": "upper"}, {"encoding": "upper", "errors": "replace", "newline": "\r"}, {"encoding": "nosuch"}, {"errors": "nosuch"}, {"encoding": "latin-1"}:
    for first in "ascii", "upper":
        for failing in None, "encoder", "decoder", "setstate", "reset", "readable", "writable", "tell":
            for start in 0, 2:
                print(options, first, failing, start)
                raw = Buffer("ab\ncd\refgh".encode("utf-8" if first == "upper" else first))
                stream = io.TextIOWrapper(raw, encoding=first, errors="ignore", newline="\n")
                raw.seek(start)
                FAILING = failing
                attempt(stream.reconfigure, **options)
                FAILING = None
                print("   ", stream.encoding, stream.errors)
                for call in (stream.read, 4), (stream.write, "xy\n"), (stream.flush,), (stream.readline,), (stream.tell,), (raw.getvalue,):
                    attempt(*call)
