# Classes where an index or a sequence is wanted: what they have for their instances is not theirs.
import bisect, operator, sqlite3, xml.etree.ElementTree as ET


def tell(call, *args):
    try:
        print(call(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Index:
    def __index__(self):
        return 1


db = sqlite3.connect(":memory:")
db.execute("create table t (a blob)")
db.execute("insert into t values (zeroblob(9))")
blob = db.blobopen("t", "a", 1)
for key in int, bool, Index, str, list, dict, slice, type, Index(), True, 1.5, None:
    print(key if isinstance(key, type) else type(key).__name__)
    element = ET.fromstring("<a><b/><c/></a>")
    tell(lambda: element[key].tag)
    tell(element.__setitem__, key, ET.Element("x"))
    tell(element.__delitem__, key)
    tell(element.insert, key, ET.Element("y"))
    tell(lambda: blob[key])
    tell(blob.__setitem__, key, 1)
    tell(lambda: db.execute("select ?, ?", key).fetchall())
    for sequence in [1, 2, 3], (1, 2, 3), "abc", b"abc", range(3), bytearray(b"abc"), memoryview(b"abc"):
        tell(lambda: sequence[key])
    tell(bisect.bisect, key, 1)
    tell(operator.index, key)
    tell(operator.length_hint, key)
