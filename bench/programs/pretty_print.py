"""Large structures laid out by pprint, reprlib and textwrap."""
import pprint
import reprlib
import textwrap

N = 26
DATA = {
    "rows": [{"id": i, "name": f"name {i}", "scores": [i * k % 13 for k in range(8)], "nested": {"a": (i, [i] * 3)}} for i in range(8)],
    "words": [("word%d" % i) * (i % 4 + 1) for i in range(30)],
    "text": "a long text of many words " * 12,
    "sets": [set(range(12)), frozenset("abcdef")],
    "bytes": bytes(range(120)),
}


def run(n):
    total = 0
    for i in range(n):
        total += len(pprint.pformat(DATA, width=60 + i)) + len(pprint.pformat(DATA, depth=2, compact=True, sort_dicts=False))
        total += len(reprlib.repr(DATA["rows"])) + len(textwrap.indent(pprint.pformat(DATA["words"]), "> "))
    return total
