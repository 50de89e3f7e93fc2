"""Objects pickled and unpickled by pickle's Python half."""
import io
import pickle

N = 120
DATA = {"numbers": list(range(40)), "texts": ["text %d" % i for i in range(20)], "nested": [{"a": (1, 2.5, None)}] * 5,
        "set": {1, 2, 3}, "bytes": b"raw" * 5, "flag": True}


def run(n):
    total = 0
    for _ in range(n):
        out = io.BytesIO()
        pickle._Pickler(out, 4).dump(DATA)
        out.seek(0)
        total += len(pickle._Unpickler(out).load()["texts"]) + out.tell()
    return total
