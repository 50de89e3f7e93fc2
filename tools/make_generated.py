#!/usr/bin/python3.11
"""Make what is committed, but made of something else:  tools/make_generated.py [--check] [NAME...]

The tables of Unicode and of East Asian codecs; and what repeats the marker list, probes/markers.def: the
tapset, the D provider, the kinds of events in minipy.h, the tables of README.md and docs/PROBES.md. And docs/REFERENCE.md, of minipy.h.
With --check (suite `generated` of make test) nothing is written: what differs fails, and what cannot be
made here, because its input is missing, is skipped. NAMEs choose files; --day N one of the tables that take half a minute each,
which none but their makers changes, and all of the others. The last line counts.
"""
import argparse
import difflib
import importlib.util
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import suite  # noqa: E402

TABLE = re.compile(r"(?<!provider `minipy`:\n\n)^\| marker \| arguments \|.*\n(?:\|.*\n)+", re.M)
MORE = re.compile(r"(?<=provider `minipy`:\n\n)\| marker \|.*\n(?:\|.*\n)+")
KINDS = re.compile(r"(?:enum \{ MINIPY_EVENT_.*\};\n)+")
WORDS = re.compile(r"\b(?:function|gc|import|cfunction|exception|generator|object|thread|lock|compile|module|process)__\w+")


SSL_REASONS = "/* Made by tools/make_generated.py of python3.11's _ssl: what libraries and reasons of OpenSSL are called. */"


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def markers(kind, *more):
    return subprocess.run(["sh", "probes/markers.sh", kind, *more], stdout=subprocess.PIPE, text=True, check=True).stdout


def part(pattern, kind, *more):
    """A generator of a file whose part that pattern finds is what markers.sh makes."""
    def make(old):
        if len(pattern.findall(old)) != 1:
            raise ValueError(f"the place for markers.sh {' '.join((kind, *more))} is not there, or not once")
        return pattern.sub(lambda found: markers(kind, *more), old)
    return make


def both_tables(old):
    """docs/PROBES.md: the markers of provider python, and those of minipy."""
    return part(MORE, "table", "minipy")(part(TABLE, "table")(old))


def unicode_tables(name):
    def make(old):
        spec = importlib.util.spec_from_file_location("make_unicode", "tools/make_unicode.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return getattr(module, name)()
    return make


def public_reference(old):
    return subprocess.run([sys.executable, "-c", "import sys; sys.path.insert(0, 'tools'); import make_reference as m; print(m.reference(), end='')"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout


def cjk(old):
    return subprocess.run([sys.executable, "tools/make_cjk.py"], stdout=subprocess.PIPE, text=True, check=True).stdout


def ssl_reasons(old):
    """The names of OpenSSL's errors that python3.11's ssl knows them by, several a line."""
    rows = subprocess.run(["/usr/bin/python3.11", "-c", "import _ssl as s; print('\\n'.join([f'LIBRARY({c}, {n})' for c, n in s.lib_codes_to_names.items()]"
                           " + [f'REASON({l}, {c}, {n})' for (l, c), n in s.err_codes_to_names.items()]))"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    lines = [old.split("\n")[0] if old.startswith("/*") else SSL_REASONS]
    for row in filter(None, rows):
        fits = lines[-1].startswith(row[:4]) and len(lines[-1]) + len(row) < 118
        lines[-1:] = [lines[-1] + " " + row] if fits else [lines[-1], row]
    return "\n".join(lines) + "\n"


def known_words(old):
    """Not made, but a marker's name in it must be one of the list."""
    wrong = sorted(set(WORDS.findall(old)) - {row.split("|")[0] for row in markers("spec", "all").splitlines()})
    if wrong:
        raise ValueError(f"no such marker: {', '.join(wrong)}")
    return old


FILES = {
    "vm/text/generated/unicode_data.inc": unicode_tables("unicode_data"),
    "vm/text/generated/unicode_names.inc": unicode_tables("unicode_names"),
    "stdlib/text/cjk_fixes.inc": cjk,
    "stdlib/extensions/_ssl/reasons.inc": ssl_reasons,
    "probes/minipy.stp": lambda old: markers("tapset"),
    "probes/probes.d": lambda old: markers("dtrace"),
    "docs/PROBES.md": both_tables,
    "docs/REFERENCE.md": public_reference,
    "README.md": part(TABLE, "summary"),
    "include/minipy.h": part(KINDS, "kinds"),
}


SLOW = ("vm/text/generated/unicode_data.inc", "vm/text/generated/unicode_names.inc", "stdlib/text/cjk_fixes.inc")


def mentions():
    """Other texts and scripts that name markers."""
    found = []
    for folder in ("docs", "bench", "tests", "probes/scripts", "examples"):
        for where, _, names in os.walk(folder):
            found += [os.path.join(where, n) for n in names if n.endswith((".md", ".py", ".sh", ".bt", ".stp", ".d", ".c", ".h"))]
    return [path for path in found if path not in FILES and WORDS.search(read(path))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--day", type=int)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    os.chdir(ROOT)
    suite.begin()
    passed = failed = skipped = 0
    work = {**{path: known_words for path in mentions()}, **FILES}
    for path, make in work.items():
        if args.names and path not in args.names or args.day is not None and path in SLOW and path != SLOW[args.day % len(SLOW)]:
            continue
        old = read(path)
        try:
            new = make(old)
        except FileNotFoundError as missing:
            print(f"SKIP {path}: its input {missing.filename} is not here")
            skipped += 1
            continue
        except ValueError as wrong:
            print(f"FAIL {path}: {wrong}")
            failed += 1
            continue
        if new != old and args.check:
            failed += 1
            change = next(line for line in difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
                          if line[0] in "+-" and line[:3] not in ("+++", "---"))
            print(f"FAIL {path} is not what make generated makes: {change[:120]}")
            continue
        if new != old:
            with open(path, "w", encoding="utf-8") as f:
                f.write(new)
            print(f"made {path}")
        passed += 1
    sys.exit(suite.finish(passed, failed, skipped))


main()
