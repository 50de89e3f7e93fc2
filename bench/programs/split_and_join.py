"""Lines split, stripped, searched, replaced and joined: what scripts do to text."""
N = 50
LINES = [f"  2026-11-{i % 28 + 1:02d} host{i % 5} GET /path/{i}/page-{i * 37 % 11}.html?x={i}&y=ä  200 {i * 977 % 5000}\r\n"
         for i in range(100)]
TEXT = "".join(LINES)


def table(text):
    rows = []
    for line in text.splitlines():
        fields = line.strip().split()
        path, _, query = fields[3].partition("?")
        values = dict(pair.split("=") for pair in query.split("&"))
        rows.append((fields[0], fields[1], path.rpartition("/")[2].removesuffix(".html"), values.get("x"), int(fields[-1])))
    return rows


def run(n):
    total = 0
    for i in range(n):
        rows = table(TEXT)
        total += sum(row[-1] for row in rows) + len(";".join(",".join((d, h, p, x, str(size))) for d, h, p, x, size in rows))
        total += TEXT.count("page-") + TEXT.find(f"/{i}/") + TEXT.rfind("host3") + len(TEXT.replace("GET", "POST").upper())
        total += len(" ".join(word.capitalize() for word in TEXT.split(" ") if word.isalnum()))
        total += sum(line.lstrip().startswith(("2026-11-1", "2026-11-2")) and line.rstrip().endswith("0") for line in LINES)
        total += len(TEXT.translate({ord("ä"): "ae", ord("\r"): None}).expandtabs().casefold().encode("utf-8"))
    return total
