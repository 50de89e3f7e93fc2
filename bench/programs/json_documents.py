"""Documents to JSON and back: compact, indented, sorted, with hooks and classes of one's own."""
import datetime
import json

N = 61
DOCUMENT = {"users": [{"id": i, "name": f"Üser {i}", "mail": f"u{i}@example.org", "score": i * 1.5, "tags": ["a", "b", None, True],
                       "address": {"street": "x" * (i % 9), "zip": "%05d" % i}} for i in range(40)],
            "empty": [{}, [], ""], "big": [10 ** 20, -1e300, 0.1]}


class Encoder(json.JSONEncoder):
    def default(self, value):
        if isinstance(value, datetime.date):
            return {"date": value.isoformat()}
        return super().default(value)


def hook(found):
    return datetime.date.fromisoformat(found["date"]) if "date" in found else found


def run(n):
    total = 0
    for i in range(n):
        text = json.dumps(DOCUMENT)
        assert json.loads(text) == DOCUMENT
        total += len(text) + len(json.dumps(DOCUMENT, separators=(",", ":"), ensure_ascii=False))
        if i % 4 == 0:
            total += len(json.dumps(DOCUMENT, indent=2, sort_keys=True))
        days = [datetime.date(2026, 1 + k % 12, 1 + k) for k in range(20)]
        total += json.loads(json.dumps({"days": days}, cls=Encoder), object_hook=hook)["days"] == days
        total += len(json.loads(text, object_pairs_hook=list, parse_float=str))
        try:
            json.loads(text[:-20])
        except json.JSONDecodeError as error:
            total += error.pos
    return total
