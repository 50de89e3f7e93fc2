#!/usr/bin/python3.11
"""Is there anything in the sources that nothing uses?

    tests/dead/run.py [--all]         the last line counts; --all shows what the lists below excuse, too

Functions: the linker's own garbage collection tells (a section for each function and table, main and the
public interface as roots). External functions: those that only their own file uses should be static.
Names of headers (macros, constants, types, inline functions): those that the whole tree mentions once.
Instructions: those that neither the compiler emits nor the vm puts in another's place.
Built by clang without optimisation, as the suite `compilers` has it, or a function whose every call was
inlined would be missed.
"""
import argparse
import collections
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tools")]
import suite  # noqa: E402
import objects as library  # noqa: E402

OUT = "build/by-clang"

# What may be unused in this build, and who uses it. Regular expressions, as below.
UNUSED = {
    "diagnose_accepts": "the fuzz target of the parser, tests/fuzz/fuzz_parser.c",
    "mem_fail_after": "the hostile build fail-alloc",
    "exception_traceback_borrow|traceback_format_stack": "tests/cpython_support/testcapi_errors.c",
    "probes?_(function_entry|function_return|line)(_enabled)?": "without an interpreter, tests/probes/driver.c and gate_test.c, and other designs",
    "trace_site_(line|entry|return|lineno)": "the builds whose sites stand in the loop, PROBES=nop, call, semaphore and jump",
}
# What only its own file uses in this build, and who else does.
OWN_FILE = {
    "main": "the C library's start",
    "compile_decode": "tools/ast_tool.c",
    "gate_request_(raise|lower)": "tests/probes/gate_test.c",
    "minipy_debug_offsets": "debuggers, by its name",
}
# Names that are used where the sources do not say so, and how.
ONCE = {
    r"RE_\w+": "numbers of the SRE code: the list is complete, whichever are asked for",
    r"PROBES?_\w+": "made by pasting in the marker list's macros",
    r"OPERAND_(INT|FLAGS)": "made by pasting in the list of instructions",
    "COMP_NONE": "what a scope's zero means",
    "STAP_SDT_ARG_CONSTRAINT": "read by sys/sdt.h",
}


def objects():
    return [o for o in glob.glob(OUT + "/objects/**/*.o", recursive=True) if not o.endswith("libminipy.o") and "/tests/" not in o]


def public():
    with open("include/minipy.h", encoding="utf-8") as f:
        return re.findall(r"^MINIPY_API.*?\b(minipy_\w+)\(", f.read(), re.M)


def build():
    """Builds, if need be; the complaint if that fails."""
    p = subprocess.run(["make", "-s", "-j2", "CC=clang", "OPT=-O0 -ffunction-sections -fdata-sections",
                        f"BUILD={OUT}/objects", f"OUT={OUT}", "build-dir", "all"], capture_output=True, text=True)
    # Objects of sources that are gone or have moved would count as users.
    for o in set(objects()) - {*library.objects(OUT + "/objects").values(), *(f"{OUT}/objects/{c[:-2]}.o" for c in glob.glob("vm/command/*.c"))}:
        os.remove(o)
    return p.stderr[-500:] if p.returncode else None


def unused_sections():
    """Functions and tables that main and the public interface do not reach: {name: object}."""
    roots = [f"-Wl,-u,{name}" for name in public()]
    p = subprocess.run(["clang", "-no-pie", "-Wl,--gc-sections,--print-gc-sections", *roots, "-o", OUT + "/collected",
                        *objects(), "-lgmp", "-lm", "-ldl"], capture_output=True, text=True)
    if p.returncode:
        raise SystemExit("FAIL linking with --gc-sections: " + p.stderr[-300:])
    found = re.findall(r"unused section '\.(?:text|rodata|data|bss|data\.rel\.ro)\.([^']*)' in file '([^']*)'", p.stderr)
    return {name: os.path.relpath(o, OUT + "/objects") for name, o in found if "." not in name and not name.startswith("cst")}


def own_file_only():
    """External names that no other object uses: {name: object}."""
    made, users = {}, set()
    for o in objects():
        for line in subprocess.run(["nm", o], capture_output=True, text=True, check=True).stdout.splitlines():
            kind, name = line.split()[-2:]
            if kind == "U":
                users.add(name)
            elif kind in "TDBRVW":
                made[name] = os.path.relpath(o, OUT + "/objects")
    skip = set(public()) | users
    return {n: o for n, o in made.items() if n not in skip and "." not in n and not n.endswith("_semaphore")}


def sources():
    listed = []
    for folder in ("include", "probes", "vm", "compiler", "stdlib", "tests", "tools", "bench"):
        for where, _, names in os.walk(folder):
            listed += [os.path.join(where, n) for n in names if n.endswith((".c", ".h", ".inc", ".def", ".py", ".sh"))]
    texts = {}
    for path in listed:
        with open(path, encoding="utf-8", errors="replace") as f:
            texts[path] = f.read()
        if path == "tests/dead/run.py":
            del texts[path]  # an excuse is no use
            continue
        if path.endswith((".c", ".h", ".inc", ".def")):
            texts[path] = re.sub(r"/\*.*?\*/", " ", texts[path], flags=re.S)
    return texts


def named_once(texts):
    """Names that a header of ours defines or declares and nothing mentions again: {name: header}."""
    mentions = collections.Counter()
    for text in texts.values():
        mentions.update(re.findall(r"\w+", text))
    found = {}
    for path, text in texts.items():
        if not path.endswith(".h") or path.startswith(("tests/", "include/")):
            continue
        names = re.findall(r"^#\s*define (\w+)|^static inline .*?(\w+)\(|^    ([A-Z]\w+)\s*(?:=[^,\n]*)?,?$|"
                           r"^(?!static)[\w *]*?(\w+)\([^;{]*\);|^typedef .*?(\w+);|^\} (\w+);", text, re.M)
        for name in {n for group in names for n in group if n}:
            if mentions[name] == 1 and not name.startswith("__"):
                found[name] = path
    return found


def never_emitted(texts):
    """Instructions that nothing makes: every mention is a case or a comparison. {name: list}."""
    code = "\n".join(text for path, text in texts.items() if path.endswith((".c", ".h", ".inc")) and path.startswith(("vm/", "compiler/")))
    made = set(re.findall(r"\bOP_(\w+)", re.sub(r"case OP_\w+( \.\.\. OP_\w+)?:|[!=]= OP_\w+", "", code)))
    found = {}
    for path, text in texts.items():
        if os.path.basename(path) not in ("opcodes.def", "specialized.def"):
            continue
        for name in re.findall(r"^(?:OP|SPEC)\((\w+)", text, re.M):
            # Six comparisons in a row: the first one's number plus the operator's.
            first = re.sub(r"_(LE|EQ|NE|GT|GE)(_J[FB])?$", r"_LT\2", name)
            base = re.sub(r"_(LT|LE|EQ|NE|GT|GE)(_J[FB])?$", r"_GE\2", name)
            if not made & {name, first, base}:
                found[name] = path
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    os.chdir(ROOT)
    suite.begin()
    complaint = build()
    if complaint:
        print("FAIL the tree by clang:", complaint)
        sys.exit(suite.finish(0, 1))
    texts = sources()
    unused = unused_sections()
    passed = failed = 0
    for what, found, excused in (
            ("nothing uses it", unused, UNUSED),
            ("only its own file uses it: make it static", {n: o for n, o in own_file_only().items() if n not in unused}, OWN_FILE),
            ("mentioned once in the tree", named_once(texts), ONCE),
            ("no such instruction is ever made", never_emitted(texts), {})):
        patterns = [re.compile(e) for e in excused]
        bad = {n: where for n, where in found.items() if args.all or not any(p.fullmatch(n) for p in patterns)}
        for name, where in sorted(bad.items(), key=lambda item: (item[1], item[0])):
            print(f"FAIL {where}: {name}: {what}")
        for e, p in zip(excused, patterns):
            if not any(p.fullmatch(n) for n in found):
                bad[e] = None
                print(f"FAIL tests/dead/run.py: {e} is excused, but needs no excuse")
        failed += len(bad)
        passed += not bad
    sys.exit(suite.finish(passed, failed))


main()
