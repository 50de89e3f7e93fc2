"""Functions and methods of modules in C that stand on C libraries show themselves as those of the core do."""
import copy
import inspect
import lzma
import pickle
import sqlite3
import types
import zlib

for function in zlib.compress, zlib.crc32, sqlite3.Connection.execute, lzma.LZMACompressor.compress, sqlite3.adapt:
    print(repr(function), function.__name__, function.__qualname__)
    print(isinstance(function, types.BuiltinFunctionType), isinstance(function, types.MethodDescriptorType),
          inspect.isroutine(function), inspect.isbuiltin(function), inspect.ismethoddescriptor(function))
    print(pickle.loads(pickle.dumps(function)) == function, copy.deepcopy(function) is function)
    print(getattr(getattr(function, "__self__", None), "__name__", "none"), getattr(function, "__objclass__", "none"), function.__class__)
for function in zlib.crc32, zlib.adler32, lzma.LZMACompressor.compress, lzma.is_check_supported, sqlite3.Connection.commit:
    print(function.__text_signature__, inspect.signature(function))
