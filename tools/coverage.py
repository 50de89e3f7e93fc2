#!/usr/bin/python3.11
"""Which lines, branches and functions ran:  tools/coverage.py FOLDER... [--info FILE] [--left ROOM] [--per-file N]

FOLDER holds gcov's counters of a build; what several builds ran is added up. Prints a table of rooms and the functions that
nothing called; --info also writes what genhtml reads, --left prints the lines and branches of a room or file that
nothing took instead, --per-file the N files with most of them. (tools/coverage.sh runs it.)

A line that the compiler has laid down in several places (an inline function) has the branches of the largest of them.
"""
import argparse
import collections
import json
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
AT_ONCE = 20  # files for one gcov
ROOMS = ("compiler/", "include/", "probes/", "stdlib/", "vm/")


class Counts:
    """{(path, line): count}, {(path, line): {number of branches: counts}}, {(path, function): (line, count)}"""

    def __init__(self):
        self.lines, self.shapes, self.functions = collections.Counter(), {}, {}

    def add_file(self, path, file):
        for row in file["lines"]:
            at = path, row["line_number"]
            self.lines[at] += row["count"]
            taken = [b["count"] for b in row.get("branches", ())]
            if taken:
                shapes = self.shapes.setdefault(at, {})
                shapes[len(taken)] = [a + b for a, b in zip(shapes.get(len(taken), [0] * len(taken)), taken)]
        for row in file["functions"]:
            at = path, row["name"]
            self.functions[at] = row["start_line"], self.functions.get(at, (0, 0))[1] + row["execution_count"]

    def branches(self):
        return {at: shapes[max(shapes)] for at, shapes in self.shapes.items()}


def read(folders):
    counts = Counts()
    files = [os.path.join(root, name) for folder in folders for root, _, names in os.walk(folder) for name in sorted(names)
             if name.endswith(".gcda")]
    if not files:
        sys.exit(f"coverage.py: no counters in {' '.join(folders)}")
    for i in range(0, len(files), AT_ONCE):
        said = subprocess.run(["gcov", "--branch-probabilities", "--branch-counts", "--json-format", "--stdout",
                               *(os.path.abspath(f) for f in files[i:i + AT_ONCE])], cwd=ROOT, capture_output=True, text=True).stdout
        for line in said.splitlines():
            for file in json.loads(line)["files"] if line.startswith("{") else ():
                path = os.path.relpath(os.path.join(ROOT, file["file"]), ROOT)
                if path.startswith(ROOMS):
                    counts.add_file(path, file)
    return counts


def room(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def tables(counts, of):
    """{what: Counter of (of(path), "all" or "run")}"""
    table = {k: collections.Counter() for k in ("lines", "branches", "functions")}

    def add(what, path, n, run):
        for name in (of(path), "all"):
            table[what][name, "all"] += n
            table[what][name, "run"] += run
    for (path, _), count in counts.lines.items():
        add("lines", path, 1, count > 0)
    for (path, _), taken in counts.branches().items():
        add("branches", path, len(taken), sum(n > 0 for n in taken))
    for (path, _), (_, count) in counts.functions.items():
        add("functions", path, 1, count > 0)
    return table


def show_rooms(counts):
    table = tables(counts, room)
    print(f"{'room':24} " + " ".join(f"{name:>10} {'run':>8} {'%':>6}" for name in table))
    for r in [*sorted({r for r, _ in table["lines"]} - {"all"}), "all"]:
        print(f"{r:24} " + " ".join(f"{w[r, 'all']:10} {w[r, 'run']:8} {100 * w[r, 'run'] / max(w[r, 'all'], 1):6.1f}"
                                   for w in table.values()))


def show_files(counts, most):
    b = tables(counts, str)["branches"]
    missing = {path: b[path, "all"] - b[path, "run"] for path, kind in b if kind == "all" and path != "all"}
    for path in sorted(missing, key=lambda path: -missing[path])[:most]:
        print(f"{missing[path]:6} of {b[path, 'all']:6} branches  {path}")


def show_left(counts, where):
    branches, texts = counts.branches(), {}
    for path, line in sorted(counts.lines):
        taken = branches.get((path, line), ())
        if not path.startswith(where) or (counts.lines[path, line] and all(taken)):
            continue
        if path not in texts:
            with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                texts[path] = f.read().splitlines()
        how = "".join("+" if n else "-" for n in taken) if counts.lines[path, line] else "never"
        print(f"{path}:{line}: {how}: {texts[path][line - 1].strip()}")


def show_uncalled(counts):
    print("functions that nothing called:")
    for (path, name), (_, count) in sorted(counts.functions.items()):
        if not count:
            print(f"  {path}: {name}")


def write_info(counts, name):
    by_path = collections.defaultdict(list)
    for (path, function), (line, count) in counts.functions.items():
        by_path[path] += [f"FN:{line},{function}", f"FNDA:{count},{function}"]
    for (path, line), count in sorted(counts.lines.items()):
        by_path[path].append(f"DA:{line},{count}")
    for (path, line), taken in sorted(counts.branches().items()):
        by_path[path] += [f"BRDA:{line},0,{i},{n}" for i, n in enumerate(taken)]
    with open(name, "w", encoding="utf-8") as f:
        for path, rows in sorted(by_path.items()):
            f.write("\n".join([f"SF:{os.path.join(ROOT, path)}", *rows, "end_of_record\n"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--info", metavar="FILE")
    parser.add_argument("--left", metavar="ROOM")
    parser.add_argument("--per-file", type=int, metavar="N")
    args = parser.parse_args()
    counts = read(args.folders)
    if args.info:
        write_info(counts, args.info)
    if args.left:
        show_left(counts, args.left)
    elif args.per_file:
        show_files(counts, args.per_file)
    else:
        show_uncalled(counts)
        show_rooms(counts)


if __name__ == "__main__":
    main()
