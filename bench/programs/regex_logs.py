"""Log lines matched, split and rewritten by regular expressions with named groups."""
import re
from collections import Counter

N = 24
LINES = [f'192.168.{i % 9}.{i % 200} - user{i % 5} [22/Nov/2026:10:{i % 60:02d}:07 +0000] "{"GET" if i % 3 else "POST"} '
         f'/a/b{i % 17}.html?id={i}&q=%20x HTTP/1.1" {200 if i % 7 else 404} {i * 37} "-" "Agent/{i % 4}.0 (X11; Linux)"'
         for i in range(100)]
LINE = re.compile(r'(?P<host>\S+) \S+ (?P<user>\S+) \[(?P<time>[^\]]+)\] "(?P<method>[A-Z]+) (?P<path>[^ ?"]+)(?:\?(?P<query>[^ "]*))? '
                  r'[^"]*" (?P<status>\d{3}) (?P<size>\d+|-) "[^"]*" "(?P<agent>[^"]*)"$')
QUERY = re.compile(r"([^&=]+)=([^&]*)")
ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
DIGITS = re.compile(r"\d+")


def run(n):
    total = 0
    for _ in range(n):
        counts = Counter()
        for line in LINES:
            found = LINE.match(line)
            parts = found.groupdict()
            counts[parts["status"], parts["method"]] += int(parts["size"])
            values = {k: ESCAPE.sub(lambda m: chr(int(m[1], 16)), v) for k, v in QUERY.findall(parts["query"])}
            counts[values["q"]] += len(values["id"])
            counts["time"] += len(re.split(r"[/: ]", parts["time"]))
            counts["digits"] += len(DIGITS.sub("0", line)) + (re.search(r"Agent/[13]\.", line) is not None)
            counts["none"] += re.fullmatch(r"(?:[a-z]+|\d+)*x", parts["agent"][:8]) is None
        total += sum(counts.values()) + len(counts)
    return total
