#!/usr/bin/python3.11
"""Compiles the ```c blocks of a document, each by itself, as a host would:  tests/embed/check_snippets.py docs/EMBEDDING.md

What minipy.h, stdio.h and string.h declare is there; a block is what may stand at the top of a C file. The last line
counts."""
import os
import re
import shlex
import subprocess
import sys

HEAD = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include "minipy.h"\n'


def main():
    passed = failed = 0
    text = open(sys.argv[1], encoding="utf-8").read()
    for block in re.finditer(r"^```c\n(.*?)^```", text, re.S | re.M):
        line = text.count("\n", 0, block.start()) + 2
        run = subprocess.run([*shlex.split(os.environ.get("CC", "gcc")), "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
                              "-Wno-unused-parameter", "-Wno-missing-field-initializers", "-Wno-unused-const-variable", "-Iinclude",
                              "-fsyntax-only", "-xc", "-"],
                             input=f'{HEAD}#line {line} "{sys.argv[1]}"\n{block[1]}', capture_output=True, text=True, check=False)
        passed, failed = passed + (run.returncode == 0), failed + (run.returncode != 0)
        if run.returncode:
            print(f"FAIL {sys.argv[1]}:{line}: {run.stderr.splitlines()[0]}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0 or passed == 0)


main()
