# Attributes of classes in C: one that lies in the object refuses in other words than one that is computed.
import bz2
import lzma
import sqlite3
import zlib

db = sqlite3.connect(':memory:')
for o, names in ((zlib.decompressobj(), 'eof unused_data'), (bz2.BZ2Decompressor(), 'eof needs_input'), (lzma.LZMADecompressor(), 'eof check'),
                 (db, 'in_transaction total_changes DataError'), (db.cursor(), 'connection rowcount arraysize description lastrowid row_factory')):
    for name in names.split():
        print(type(o).__name__, type(getattr(type(o), name)).__name__, getattr(type(o), name))
        for change in (lambda: setattr(o, name, None), lambda: delattr(o, name)):
            try:
                print(change())
            except Exception as e:
                print(type(e).__name__, e)
