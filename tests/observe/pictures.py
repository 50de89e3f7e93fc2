#!/usr/bin/python3.11
"""Makes the pictures of docs/OBSERVING.md in docs/img: what the views look like in their readers.

    /usr/bin/python3.11 tests/observe/pictures.py [--minipy BINARY] [NAME...]

flame and coverage are what chromium draws of the pages; timeline, pauses and allocations are drawn here of the files.
"""
import argparse
import html
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
IMAGES = os.path.join(HERE, "..", "..", "docs", "img")
COLOURS = {"call": "#f0a35e", "gc": "#c0504d", "import": "#6a9fd4", "compile": "#8a7cc2", "lock": "#9a9a9a", "mark": "#333333"}


def program(name):
    return os.path.join(HERE, "programs", name + ".py")


def trace(binary, kind, file, *arguments):
    subprocess.run([binary, "--trace=" + kind, "-o", file, *arguments], check=True, stdout=subprocess.DEVNULL)


def shot(page, picture, size, folder):
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=3000",
                    f"--user-data-dir={folder}/browser", f"--window-size={size}", f"--screenshot={picture}", f"file://{page}"],
                   check=True, stderr=subprocess.DEVNULL)


def flame(binary, folder):
    trace(binary, "flame", f"{folder}/flame.html", program("busy"))
    shot(f"{folder}/flame.html", f"{IMAGES}/observe_flame.png", "760,230", folder)


def coverage(binary, folder):
    trace(binary, "coverage", f"{folder}/c.info", program("lines"))
    subprocess.run(["genhtml", "-q", "--branch-coverage", "-o", f"{folder}/html", f"{folder}/c.info"], check=True)
    (page,) = [os.path.join(at, name) for at, _, names in os.walk(f"{folder}/html") for name in names if name == "lines.py.gcov.html"]
    shot(page, f"{IMAGES}/observe_coverage.png", "760,620", folder)


class Drawing:
    """An SVG of 760 pixels' width."""

    def __init__(self):
        self.parts = []

    def bar(self, x, y, width, height, colour, title=""):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.7):.1f}" height="{height}" fill="{colour}">'
                          f'<title>{html.escape(title)}</title></rect>')

    def text(self, x, y, text, anchor="start"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(text)}</text>')

    def save(self, name, height):
        with open(os.path.join(IMAGES, name), "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" font-family="sans-serif" font-size="11">\n'
                       f'<rect width="760" height="{height}" fill="#ffffff"/>\n' + "\n".join([*self.parts, "</svg>\n"]))


def timeline(binary, folder):
    """As a viewer draws it: a thread below the other, what was called below its caller."""
    trace(binary, "timeline:min=100", f"{folder}/t.json", program("seen"))
    with open(f"{folder}/t.json", encoding="utf-8") as file:
        events = [e for e in json.load(file)["traceEvents"] if e["ph"] in "Xi"]
    began = min(e["ts"] for e in events)
    whole = max(e["ts"] + e.get("dur", 0) for e in events) - began
    drawing, top = Drawing(), 20
    for thread in sorted({e["tid"] for e in events}):
        drawing.text(4, top + 12, f"thread {thread}")
        ends, deepest = [], 0
        for e in sorted((e for e in events if e["tid"] == thread), key=lambda e: (e["ts"], -e.get("dur", 0))):
            ends = [end for end in ends if end > e["ts"]]
            ends.append(e["ts"] + e.get("dur", 0))
            deepest = max(deepest, len(ends))
            x, width = 60 + (e["ts"] - began) / whole * 690, e.get("dur", 0) / whole * 690
            drawing.bar(x, top + 17 * (len(ends) - 1), width, 16, COLOURS.get(e.get("cat"), "#777777"), f"{e['name']}: {e.get('dur', 0):.0f} us")
            if width > 6 * len(os.path.basename(e["name"])):
                drawing.text(x + 3, top + 17 * (len(ends) - 1) + 12, os.path.basename(e["name"]))
        top += 17 * deepest + 20
    for i in range(6):
        drawing.text(60 + i * 138, 12, f"{whole * i / 5000:.1f} ms", "middle" if i < 5 else "end")
    for i, (kind, colour) in enumerate(COLOURS.items()):
        drawing.bar(60 + 80 * i, top, 10, 10, colour)
        drawing.text(74 + 80 * i, top + 9, kind)
    drawing.save("observe_timeline.svg", top + 20)


def pauses(binary, folder):
    """The histogram of a scrape, its buckets taken apart."""
    code = "import gc\nkept = []\nfor i in range(60000):\n    x = []; x.append(x); kept.append([i])\nfor i in range(5): gc.collect()"
    trace(binary, "metrics", f"{folder}/m.prom", "-c", code)
    with open(f"{folder}/m.prom", encoding="utf-8") as file:
        found = [(a, int(b)) for a, b in re.findall(r'^minipy_gc_pause_seconds_bucket\{le="(.*)"\} (\d+)$', file.read(), re.M)]
    counts = [b - a for a, b in zip([0] + [count for _, count in found], [count for _, count in found])]
    drawing = Drawing()
    drawing.text(10, 16, "minipy_gc_pause_seconds: how many collections took at most so long")
    for i, ((bound, _), count) in enumerate(zip(found, counts)):
        height = 120 * count / max(counts)
        drawing.bar(20 + 60 * i, 160 - height, 50, height, "#c0504d")
        drawing.text(45 + 60 * i, 154 - height, str(count), "middle")
        drawing.text(45 + 60 * i, 176, "more" if bound == "+Inf" else f"{float(bound) * 1000:g} ms", "middle")
    drawing.save("observe_pauses.svg", 190)


def allocations(binary, folder):
    trace(binary, "allocations:files=keeps.py:top=1000", f"{folder}/a", program("keeps"))
    with open(f"{folder}/a", encoding="utf-8") as file:
        rows = [line.split() for line in file if re.match(r" *\d+ +\d+ +\d+ ", line)]
    rows = sorted(rows, key=lambda row: -int(row[2]))[:7]
    most = int(rows[0][2])
    drawing = Drawing()
    drawing.text(10, 16, "bytes at the peak of each line and type; dark: alive at the end")
    for i, row in enumerate(rows):
        y = 26 + 24 * i
        drawing.bar(330, y, int(row[2]) / most * 360, 16, "#f5cfa5")
        drawing.bar(330, y, int(row[0]) / most * 360, 16, "#e07b39")
        drawing.text(322, y + 12, f"{row[5]}  {row[6]}", "end")
        drawing.text(336 + int(row[2]) / most * 360, y + 12, row[2])
    drawing.save("observe_allocations.svg", 30 + 24 * len(rows))


PICTURES = {f.__name__: f for f in (flame, coverage, timeline, pauses, allocations)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("names", nargs="*", choices=[*PICTURES, []])
    args = parser.parse_args()
    for name in args.names or PICTURES:
        with tempfile.TemporaryDirectory(prefix="mpy") as folder:
            PICTURES[name](os.path.realpath(args.minipy), folder)


if __name__ == "__main__":
    sys.exit(main())
