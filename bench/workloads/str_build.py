"""Strings: building, splitting, formatting, searching."""

N = 27000


def run(n):
    parts = []
    text = ""
    for i in range(n):
        parts.append(f"{i:05d}:{i % 7}")
        text += "ab"[i & 1]
    joined = ",".join(parts)
    fields = joined.split(",")
    hits = sum(1 for f in fields if f.endswith(":3") or f.startswith("0001"))
    return len(joined), hits, text.count("ab"), joined.replace(":", "=").find("=6,"), text[:7].upper()
