# dbm.ndbm, over Berkeley DB: as a mapping, its flags, and what is refused.
import dbm
import os
import tempfile

import dbm.ndbm as ndbm

os.chdir(tempfile.mkdtemp())


def say(call):
    try:
        print(repr(call()))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e.args, getattr(e, "filename", None))


print(ndbm.library, ndbm.error.__mro__)
db = ndbm.open("file", "n")
print(type(db), os.listdir())
for i in range(300):
    db[f"key{i}"] = b"v" * (i + 1)
print(len(db), sorted(db.keys())[:3], db["key7"], b"key8" in db, "nothing" in db)
del db["key7"]
print(len(db), db.get("key7"), db.get("key7", 5), db.get(b"key1"))
print(db.setdefault("key7", "seven"), db.setdefault("key7", "eight"), db.setdefault("empty"))
db["caf\xe9"] = "\u20ac"
print(db["caf\xe9".encode()], bool(ndbm.open("other", "c")))
for call in (lambda: db[1], lambda: db.__setitem__(1, "a"), lambda: db.__setitem__("a", 1), lambda: 1 in db,
             lambda: db.get(1), lambda: db.setdefault("new", 1), lambda: iter(db), lambda: db.__delitem__("q"),
             lambda: db.get(bytearray(b"a")), lambda: db[bytearray(b"a")], lambda: bytearray(b"a") in db,
             lambda: "\ud800" in db, lambda: db["a\0b"], lambda: db.get(), lambda: type(db)(),
             lambda: ndbm.open("missing/file", "r"), lambda: ndbm.open("file", "z"), lambda: ndbm.open(1),
             lambda: ndbm.open("a\0b"), lambda: ndbm.open("file", "r\0"), lambda: ndbm.open("file", 1),
             lambda: ndbm.open("file", "r", "x"), lambda: ndbm.open(), lambda: type("S", (type(db),), {}),
             lambda: db.close(), lambda: db.close(), lambda: len(db), lambda: db["a"], lambda: "a" in db,
             lambda: db.keys(), lambda: db.__exit__(1, 2, 3)):
    say(call)
with ndbm.open(b"file") as db:
    print(len(db), db["key299"] == b"v" * 300, db["key7"])
print(dbm.whichdb("file"))
print([n for n in dir(db) if not n.startswith("__")])
