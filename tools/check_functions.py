#!/usr/bin/python3.11
"""Find functions of more than 60 lines, and what a header declares without saying what it does:
    tools/check_functions.py [--lines N] [FILE...]

A function's lines are those between its braces, which clang-format puts into the first column. Those that
are longer on purpose are listed here with the reason. A function that a header declares has its contract (what it
returns, who owns that, how it fails) in a comment above it or behind it, or stands in a group without an empty line
below such a comment. The last line counts.
"""
import argparse
import os
import re
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import suite  # noqa: E402

LIMIT = 60

# (file's name, function): why it is one piece.
LONG = {
    ("eval.c", "eval_frame"): "the loop: its labels share the stack pointer and the instruction pointer in registers",
    ("exceptions_more.c", "exception_doc"): "a row for each exception, text only",
    ("re_match.c", "span_valid"): "a case for each SRE code, five lines or fewer; what is longer is a function",
    ("pickle_load.c", "run"): "a case for each opcode, a line each; what is longer is a function",
    ("ast_unparse.c", "put_expr_kind"): "a case for each kind of expression; what is longer is a function",
    ("fold.c", "fold_expr_kind"): "a case for each kind of expression; what is longer is a function",
    ("symtable.c", "visit_expr_kind"): "a case for each kind of expression; what is longer is a function",
}


def functions(path):
    """(name, first line's number, lines between the braces) of each function."""
    with open(path, encoding="utf-8", errors="replace") as f:
        lines = f.read().splitlines()
    begin = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            begin = number
        elif line.startswith("}") and begin:
            head = "\n".join(lines[max(0, begin - 6):begin - 1])
            names = re.findall(r"(\w+)\((?:[^(]|\([^()]*\))*\)?\s*$", re.split(r"^[};].*$|\n\n|^#.*$", head, flags=re.M)[-1])
            yield (names or re.findall(r"^\w.*?(\w+)\(", head, re.M) or ["?"])[-1], begin, number - begin - 1
            begin = None


def declared(path):
    """(name, line's number, is there a comment?) of each function that a header declares."""
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    def sign(comment):  # @ on each of its lines; ! for a ruler, and for one that only names a file
        says = not re.fullmatch(r"/\* (----.*|(\S+\.c,? )+) ?\*/", comment[0], re.S)
        return "\n".join(("@" if says else "!") for _ in comment[0].split("\n"))

    lines, grouped = re.sub(r"/\*.*?\*/", sign, text, flags=re.S).split("\n"), False
    for number, line in enumerate(lines, 1):
        if not line or line[0] in "@!":
            grouped = line.startswith("@")
        found = re.match(r"(?!static|typedef|struct|enum|union|#|return|\s|\})[\w\s*]+?\b(\w+)\((?!\*)", line)
        if found:
            whole = line
            for more in lines[number:number + 8]:
                if ";" in whole or "{" in whole:
                    break
                whole += more
            if "{" not in whole:
                yield found[1], number, grouped or "@" in whole


def sources():
    for room in ("include", "probes", "vm", "compiler", "stdlib", "tools", "tests"):
        for where, _, names in os.walk(room):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield os.path.join(where, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--lines", type=int, default=LIMIT, help="shows those of more lines than this, listed or not")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    os.chdir(ROOT)
    suite.begin()
    passed, failed, met = 0, 0, set()
    for path in args.files or sources():
        for name, line, size in functions(path):
            key = (os.path.basename(path), name)
            if size > LIMIT:
                met.add(key)
            if size <= args.lines or (key in LONG and args.lines == LIMIT):
                passed += 1
            else:
                failed += 1
                print(f"FAIL {path}:{line}: {name} has {size} lines (at most {args.lines}; reasons: LONG in tools/check_functions.py)")
        for name, line, has in declared(path) if path.endswith(".h") and not path.startswith("tests") else ():
            passed, failed = passed + has, failed + (not has)
            if not has:
                print(f"FAIL {path}:{line}: {name} is declared without a word on what it returns and how it fails")
    if not args.files:
        for file, name in sorted(set(LONG) - met):
            failed += 1
            print(f"FAIL tools/check_functions.py: {name} in {file} is excused, but is no longer long")
    sys.exit(suite.finish(passed, failed))


main()
