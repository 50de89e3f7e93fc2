"""Differences of two versions of a text by difflib."""
import difflib

N = 45
OLD = ["line %d of the old text %d" % (i, i * i % 7) for i in range(24)]
NEW = [text if i % 5 else text.replace("old", "new") for i, text in enumerate(OLD)] + ["one more"]


def run(n):
    total = 0
    for _ in range(n):
        total += sum(len(text) for text in difflib.ndiff(OLD, NEW))
        total += len(list(difflib.unified_diff(OLD, NEW)))
    return total
