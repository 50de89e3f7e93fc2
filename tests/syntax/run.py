#!/usr/bin/python3.11
"""What is said about sources that are no programs, compared with python3.11.

    tests/syntax/run.py [--update] AST_TOOL

errors.txt holds snippets; under each stands what python3.11 reports, made by --update:

    ---- MODE
    the source (a line that ends in U+21B5 has no newline)
    ==> Exception: message (line, offset, end line, end offset) 'text'

Prints "N passed, M failed".
"""
import argparse
import ast
import os
import subprocess
import sys
import tempfile
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
NO_NEWLINE = "\u21b5\n"


def load(name):
    """Yields (mode, source, expected) for each snippet of a file."""
    with open(name, encoding="utf-8", newline="\n") as file:
        blocks = file.read().split("---- ")[1:]
    for block in blocks:
        head, _, expected = block.partition("==> ")
        mode, _, source = head.partition("\n")
        yield mode, source.replace(NO_NEWLINE, ""), expected.rstrip("\n")


def oracle(mode, source):
    try:
        compile(source, "<test>", mode, ast.PyCF_ONLY_AST)
    except SyntaxError as e:
        return (f"{type(e).__name__}: {e.msg} ({e.lineno}, {e.offset}, {e.end_lineno}, "
                f"{e.end_offset}) {e.text!r}")
    except (ValueError, MemoryError) as e:
        return f"{type(e).__name__}: {e}"
    return "OK"


def ours(tool, mode, source):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n",
                                     suffix=".py") as file:
        file.write(source)
        file.flush()
        run = subprocess.run([tool, "-q", "-t", "-m", mode, file.name],
                             stdout=subprocess.PIPE, encoding="utf-8")
    if run.returncode not in (0, 1):
        return f"died with status {run.returncode}"
    if not run.stdout:
        return "OK"
    kind, message, line, offset, end_line, end_offset, text = \
        run.stdout.rstrip("\n").split("\x1f")[:7]
    if not kind.endswith(("SyntaxError", "IndentationError", "TabError")):
        return f"{kind}: {message}"
    text = None if text == "None" else text[1:-1]
    return f"{kind}: {message} ({line}, {offset}, {end_line}, {end_offset}) {text!r}"


def save(name, rows):
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        for mode, source, expected in rows:
            if not source.endswith("\n"):
                source += NO_NEWLINE
            file.write(f"---- {mode}\n{source}==> {expected}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("ast_tool", nargs="?", default="build/ast_tool")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    name = os.path.join(HERE, "errors.txt")
    rows = list(load(name))
    if options.update:
        save(name, [(mode, source, oracle(mode, source)) for mode, source, _ in rows])
        return 0
    failed = 0
    for mode, source, expected in rows:
        got = ours(options.ast_tool, mode, source)
        if got != expected:
            failed += 1
            print(f"{mode} {source!r}\n  want {expected}\n  got  {got}")
    if not rows:
        sys.exit(f"no sources in {name}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
