"""What the coders of East Asian encodings derive from."""
import codecs

for name in ("shift_jis", "gb18030"):
    info = codecs.lookup(name)
    for cls in (info.incrementalencoder, info.incrementaldecoder, info.streamreader, info.streamwriter):
        print([f"{base.__module__}.{base.__qualname__}" for base in cls.__mro__])
    encoder = info.incrementalencoder("replace")
    print(encoder.errors, encoder.encode("aé\u3042"))
    encoder.errors = "strict"
    for errors in (1, None):
        try:
            encoder.errors = errors
        except TypeError as error:
            print(error)
