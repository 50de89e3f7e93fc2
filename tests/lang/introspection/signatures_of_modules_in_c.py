"""What inspect.signature says of methods in C whose defaults cannot be written, and of those of modules over libraries."""
import asyncio
import bz2
import inspect
import lzma
import pickle
import zlib

CALLS = (((), {}), ((":",), {}), ((":", 2), {}), ((), {"sep": "-"}), ((), {"bytes_per_sep": 2}),
         ((), {"sep": "-", "bytes_per_sep": 2}), ((":",), {"bytes_per_sep": -2}), ((":", 2, 3), {}), ((), {"x": 1}),
         ((1,), {}), ((":", "a"), {}), ((":",), {"sep": 1}))
for data in b"abc", bytearray(b"abc"), memoryview(b"abc"):
    for args, named in CALLS:
        try:
            print(data.hex(*args, **named))
        except Exception as error:
            print(type(error), error)
    try:
        print(inspect.signature(type(data).hex))
    except ValueError as error:
        print(error)
    print(type(data).hex.__text_signature__)
buffer = pickle.PickleBuffer(b"a")
for name in "raw", "release":
    print(inspect.signature(getattr(buffer, name)), getattr(buffer, name).__text_signature__)
    try:
        getattr(buffer, name)(1)
    except TypeError as error:
        print(error)
for function in (asyncio.Future, asyncio.Task, bz2.BZ2Decompressor.decompress, bz2.BZ2Compressor.__init__,
                 bz2.BZ2Compressor().compress, lzma.LZMADecompressor.decompress, type(zlib.decompressobj()).decompress,
                 type(zlib.compressobj()).__deepcopy__):
    print(inspect.signature(function), function.__text_signature__)
