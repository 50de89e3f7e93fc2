"""Tables read and written by csv, with quotes, dialects, and rows that are dicts."""
import csv
import io
from collections import Counter

N = 5
ROWS = [[str(i), f"name, {i}", 'said "%d"' % i, str(i / 3), "line\nbreak" if i % 10 == 0 else ""] for i in range(150)]


def run(n):
    total = 0
    for _ in range(n):
        out = io.StringIO(newline="")
        csv.writer(out).writerows([["id", "name", "said", "value", "note"], *ROWS])
        text = out.getvalue()
        rows = list(csv.reader(io.StringIO(text, newline="")))
        assert rows[1:] == ROWS
        counts = Counter()
        for row in csv.DictReader(io.StringIO(text, newline="")):
            counts[row["note"]] += float(row["value"])
        total += len(text) + int(sum(counts.values()))
        out = io.StringIO()
        writer = csv.DictWriter(out, ["b", "a"], delimiter=";", quoting=csv.QUOTE_NONNUMERIC, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({"a": i, "b": row[1], "c": None} for i, row in enumerate(rows))
        total += len(out.getvalue()) + csv.Sniffer().has_header(text[:400])
    return total
