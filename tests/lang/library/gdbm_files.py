# dbm.gnu: as a mapping, its flags, and what is refused.
import os
import sys
import tempfile

try:
    import dbm.gnu as gnu
except ImportError:
    print("the library is without it")
    sys.exit()

os.chdir(tempfile.mkdtemp())


def say(call):
    try:
        print(repr(call()))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e.args, getattr(e, "filename", None))


print(gnu.open_flags, gnu.error.__mro__)
db = gnu.open("file", "n")
print(type(db), os.listdir())
for i in range(300):
    db[f"key{i}"] = b"v" * (i + 1)
print(len(db), sorted(db.keys())[:3], db["key7"], b"key8" in db, "nothing" in db)
del db["key7"]
db["empty"] = ""
print(len(db), db.get("key7"), db.get("key7", 5), db.get(b"key1"), db["empty"], db.setdefault("empty", 1))
found, key = set(), db.firstkey()
while key is not None:
    found.add(key)
    key = db.nextkey(key)
print(len(found), found == set(db.keys()), db.reorganize(), db.sync())
for call in (lambda: db[1], lambda: db.__setitem__(1, "a"), lambda: db.__setitem__("a", 1), lambda: 1 in db,
             lambda: db.get(1), lambda: db.setdefault("new", 1), lambda: iter(db), lambda: db.__delitem__("q"),
             lambda: db.nextkey("nothing"), lambda: type(db)(), lambda: gnu.open("missing/file", "r"),
             lambda: gnu.open("file", "z"), lambda: gnu.open("file", "rx"), lambda: gnu.open("file", ""),
             lambda: gnu.open("a\0b"), lambda: db.close(), lambda: db.close(), lambda: len(db), lambda: db["a"]):
    say(call)
with gnu.open("file", "ru") as db:
    print(len(db), db["key299"] == b"v" * 300)
    say(lambda: db.__setitem__("a", "b"))
    say(lambda: db.__delitem__("key1"))
