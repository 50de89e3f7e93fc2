#!/usr/bin/python3.11
"""Holds the library's modules, their names and those of their classes against python3.11's.

    /usr/bin/python3.11 tests/run_stdlib.py [--minipy BINARY] [--list] [WORD...]

Every module of sys.stdlib_module_names and every public submodule that python3.11 imports here must be imported by
minipy, too; dir() of each, and of each class in it, must have the same names. stdlib/differences.txt has what
differs by design, a line each: what, and why; a line that matches nothing fails. --list prints every difference that
no line has, as such lines; WORD: those of modules whose name begins with it (lines are not called stale then).
The last line is `N passed, N failed, N skipped`.
"""
import argparse
import fnmatch
import json
import os
import pkgutil
import subprocess
import sys

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
LIBRARY = "/usr/lib/python3.11"
SECONDS = 300

# Modules that are not imported by either: what they do is done by importing them, or they are no modules of programs.
NOT_IMPORTED = {
    "antigravity": "opens a browser",
    "idlelib": "an application on tkinter",
    "turtledemo": "an application on tkinter",
    "lib2to3.tests": "tests",
    "unittest.test": "tests",
    "distutils.tests": "tests",
    "ctypes.test": "tests",
    "_tkinter": "of the package python3-tk, which may be there or not; made for CPython",
    "tkinter": "stands on _tkinter",
    "turtle": "stands on _tkinter",
    "sqlite3.test": "tests",
}


def is_wanted(name):
    last = name.rpartition(".")[2]
    left_out = any(name == n or name.startswith(n + ".") for n in NOT_IMPORTED)
    return not left_out and last != "__main__" and not ("." in name and last.startswith("_"))


def modules():
    """The names that are tried, packages before what is in them."""
    names = set(sys.stdlib_module_names)
    for name in sorted(names):
        folder = os.path.join(LIBRARY, name)
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            names.update(m.name for m in pkgutil.walk_packages([folder], name + ".", onerror=lambda _: None))
    return sorted(filter(is_wanted, names))


def look(binary, names):
    """What list_names.py says under that interpreter."""
    # Without site, whose .pth files may put other modules into the place of the library's.
    done = subprocess.run([binary, "-S", "-W", "ignore", os.path.join(HERE, "stdlib", "list_names.py")], text=True,
                          input="\n".join(names), capture_output=True, timeout=SECONDS, cwd="/tmp")
    if done.returncode:
        sys.exit(f"FAIL {binary} ended with {done.returncode}: {done.stderr[-2000:]}\n0 passed, 1 failed, 0 skipped")
    return json.loads(done.stdout)


def differences(wanted, found):
    """owner -> ["- module", "- module.name", "+ module.Class.name"...]: what is missing, what is too much."""
    result = {}
    for owner, names in wanted["names"].items():
        if owner in found["missing"]:
            result[owner] = [f"- {owner}"]
        elif owner in found["names"]:
            ours = set(found["names"][owner])
            result[owner] = [f"- {owner}.{n}" for n in sorted(set(names) - ours)]
            result[owner] += [f"+ {owner}.{n}" for n in sorted(ours - set(names))]
        else:
            result[owner] = []  # the class is a difference of its module, or of who imported it
    return result


def allowed():
    """[(pattern, reason)] of differences.txt."""
    rows = []
    with open(os.path.join(HERE, "stdlib", "differences.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                what, reason = line.strip().split("  ", 1)
                rows.append((what, reason.strip()))
    return rows


def fits(what, pattern):
    """A pattern that begins with ? is for both kinds."""
    return fnmatch.fnmatchcase(what, pattern if pattern[0] != "?" else what[0] + pattern[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    suite.begin()
    names = [n for n in modules() if not args.words or n.startswith(tuple(args.words))]
    wanted = look(ORACLE, names)
    names = [n for n in names if n not in wanted["missing"]]
    rows, used, passed, failed = allowed(), set(), 0, 0
    for owner, differs in differences(wanted, look(os.path.realpath(args.minipy), names)).items():
        unknown = []
        for what in differs:
            matches = {p for p, _ in rows if fits(what, p)}
            used |= matches
            if not matches:
                unknown.append(what)
        passed, failed = passed + (not unknown), failed + bool(unknown)
        for what in unknown:
            print(what if args.list else f"FAIL {what}")
    for pattern, _ in rows:
        if pattern not in used and not args.words:
            print(f"FAIL differences.txt: nothing differs by this line any more: {pattern}")
            failed += 1
    return suite.finish(passed, failed)


sys.exit(main())
