"""The expressions of annotations.txt as PEP 563 keeps them: as text."""
import sys

for source in sys.stdin.read().split("\n"):
    if source:
        names = {}
        exec("from __future__ import annotations\nx: (%s)" % source, names)
        print(source, "|", ascii(names["__annotations__"]["x"]))
