#!/usr/bin/python3.11
"""Check who includes whom, and that files stay readable:  tools/check_layers.py

Layers from the bottom: include and probes; vm/objects and the object-level part of vm;
compiler; the running part of vm (eval, frame, call, generator, import, api); stdlib; main.
A file may include its own layer and those below. Exceptions are listed here with a reason.
No file is longer than 1,500 lines. Last line: `N passed, N failed, N skipped`.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
RUNNING = re.compile(r"^vm/(eval|frame|call|generator|asyncgen|import|api|trace|build_class|specialize|"
                     r"coroutine|repl|state|audit|warnings|traceback|signals|suggest|thread|poll)")

# (including file, included header): why it is right.
ALLOWED = {
    ("vm/vm.h", "probes/consumer.h"): "a vm owns its consumers by value",
}


def layer(path):
    if path.startswith(("include/", "probes/")):
        return 0
    if path == "vm/main.c":
        return 5
    if path.startswith("vm/"):
        return 3 if RUNNING.match(path) else 1
    if path.startswith("compiler/"):
        return 2
    if path.startswith("stdlib/"):
        return 4
    return 6


# Headers of the running part that declare what the object level needs of it: the frame that
# a traceback or a function shows, calls, the audit event, the import of a helper module.
SHARED = re.compile(r"^vm/(frame|call|generator|audit|traceback|import|trace|signals|eval|state|thread)\.h$")


def main():
    os.chdir(ROOT)
    files = subprocess.run(["git", "ls-files", "*.c", "*.h"], capture_output=True, text=True).stdout.split()
    problems, checked = [], 0
    for path in files:
        if not path.startswith(("vm/", "compiler/", "probes/", "stdlib/", "include/")) or not os.path.exists(path):
            continue
        checked += 1
        with open(path, encoding="utf-8") as f:
            lines = f.readlines()
        if len(lines) > 1500:
            problems.append(f"{path}: {len(lines)} lines (at most 1500)")
        for number, line in enumerate(lines, 1):
            m = re.match(r'\s*#\s*include "([^"]+\.h)"', line)
            if not m:
                continue
            target = m.group(1)
            if "/" not in target:
                target = os.path.join(os.path.dirname(path), target)
            if target == "minipy.h" or target.endswith("/minipy.h"):
                continue
            if path == "vm/main.c":
                problems.append(f"{path}:{number}: main.c sees minipy.h alone, not {target}")
            elif path.startswith("probes/") and not target.startswith("probes/"):
                problems.append(f"{path}:{number}: probes take plain C values, not {target}")
            elif path.startswith("compiler/") and layer(target) == 3 and not SHARED.match(target):
                problems.append(f"{path}:{number}: the compiler includes {target}")
            elif layer(target) > layer(path) and (path, target) not in ALLOWED and not (
                    layer(path) in (1, 2) and SHARED.match(target)):
                if layer(path) == 3 and layer(target) == 2:
                    continue
                problems.append(f"{path}:{number}: layer {layer(path)} includes {target} of layer {layer(target)}")
    for p in problems:
        print("FAIL", p)
    print(f"{checked - len({p.split(':')[0] for p in problems})} passed, {len(problems)} failed, 0 skipped")
    sys.exit(bool(problems))


main()
