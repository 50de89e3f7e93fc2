#!/usr/bin/python3.11
"""Compares minipy's syntax trees with those of python3.11 (the oracle).

    tools/check_ast.py [--sample N] [--cache DIR] [--verbose] COMMAND [DIR]

COMMAND is a program that dumps trees: `COMMAND [-a] -l` reads file names from standard
input and prints, for each, a line "== NAME" and what `python3.11 -m ast [-a] NAME`
prints, or one line with the error. Every .py below DIR (/usr/lib/python3.11) is
compared with and without positions; files that python3.11 rejects must be rejected with
the same exception and line. Prints "N match, M differ"; exit status 1 if any differs.
"""
import argparse
import ast
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import warnings

SEPARATOR = "\x1f"


def oracle(path, attributes):
    """What the oracle prints for a file: a dump, or "KIND line" if it is rejected."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read(), path)
    except (SyntaxError, ValueError) as error:
        return f"{type(error).__name__} {getattr(error, 'lineno', None)}\n"
    except RecursionError:
        return "RecursionError\n"
    return ast.dump(tree, include_attributes=attributes, indent=3) + "\n"


def digest(text):
    return hashlib.sha1(text.encode("utf-8", "surrogatepass")).hexdigest()


def ours(command, paths, attributes):
    """Yields (path, output) for a batch of files."""
    run = subprocess.run(
        command.split() + (["-a"] if attributes else []) + ["-l"],
        input="\n".join(paths), stdout=subprocess.PIPE, encoding="utf-8",
        errors="surrogatepass")
    if run.returncode not in (0, 1):
        sys.exit(f"{command} died with status {run.returncode} on one of {paths}")
    wanted = iter(paths)
    path, lines = None, []
    expected = next(wanted)
    for line in run.stdout.splitlines(keepends=True):
        if line == f"== {expected}\n":
            if path is not None:
                yield path, "".join(lines)
            path, lines = expected, []
            expected = next(wanted, None)
        else:
            lines.append(line)
    yield path, "".join(lines)


def comparable(output):
    """An error line reduced to what is compared: exception and line."""
    if SEPARATOR in output:
        fields = output.split(SEPARATOR)
        return f"{fields[0]} {fields[2] if fields[0] != 'ValueError' else None}\n"
    return output


def first_difference(path, attributes, got):
    want = oracle(path, attributes).splitlines()
    got = got.splitlines()
    for number, (a, b) in enumerate(zip(want, got), 1):
        if a != b:
            return f"line {number}: {a.strip()!r}, but here {b.strip()!r}"
    return f"{len(want)} lines, but here {len(got)}"


def find_files(root):
    for folder, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


def load_cache(name):
    try:
        with open(name) as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--cache", default="build/ast-oracle")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("command")
    parser.add_argument("root", nargs="?", default="/usr/lib/python3.11")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)

    paths = list(find_files(options.root))
    if options.sample:
        # Evenly spread over the sorted list: always the same files.
        paths = paths[::max(1, len(paths) // options.sample)][:options.sample]
    os.makedirs(options.cache, exist_ok=True)
    cache_name = os.path.join(options.cache, "digests.json")
    cache = load_cache(cache_name)
    seen, bad = set(), set()
    for attributes in (False, True):
        for start in range(0, len(paths), 50):
            for path, got in ours(options.command, paths[start:start + 50], attributes):
                seen.add(path)
                stat = os.stat(path)
                key = f"{path} {stat.st_size} {stat.st_mtime_ns} {attributes}"
                if key not in cache:
                    cache[key] = digest(oracle(path, attributes))
                got = comparable(got)
                if digest(got) != cache[key]:
                    bad.add(path)
                    print(f"{path}{' -a' if attributes else ''}: "
                          f"{first_difference(path, attributes, got)}")
    handle, name = tempfile.mkstemp(dir=options.cache)
    with os.fdopen(handle, "w") as file:
        json.dump(cache, file)
    os.replace(name, cache_name)
    for path in sorted(set(paths) - seen):
        bad.add(path)
        print(f"{path}: no tree: the tool died")
    if not paths:
        sys.exit(f"no Python files in {options.root}")
    print(f"{len(paths) - len(bad)} match, {len(bad)} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
