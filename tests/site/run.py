#!/usr/bin/python3.11
"""What the start does before a program, environments, pip, and the library's tools, beside python3.11's.

    /usr/bin/python3.11 tests/site/run.py [--minipy BINARY] [WORD ...]

Each interpreter has a folder of its own, made the same way: a HOME, an environment with its own bin, and what
the row of starts.py or tools.py puts there. Both run the same commands in it; standard output, standard error and
the exit status are compared once the names of the two folders and programs are taken out. Nothing else is left out.
WORDs select checks by name. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import environments  # noqa: E402
import starts  # noqa: E402
import suite  # noqa: E402
import tools  # noqa: E402

ORACLE = "/usr/bin/python3.11"
SECONDS = 240
# What no two runs have in common, and who is who.
UNEQUAL = [(r"0x[0-9a-f]{6,16}", "ADDRESS"), (r"Ran (\d+) tests? in [\d.]+s", r"Ran \1"), (r'projectbase = ".*"', "projectbase"),
           (r"3\.11\.2 \((main|minipy)[^)]*\)", "VERSION")]


class Place:
    """A folder for one interpreter; {} in names and texts stands for it."""

    def __init__(self, program, parent):
        self.program = program
        self.folder = os.path.join(parent, "minipy" if program != ORACLE else "python")
        os.makedirs(os.path.join(self.folder, "work"))
        os.makedirs(os.path.join(self.folder, "home"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def filled(self, text):
        return text.replace("{}", self.folder)

    def put(self, files):
        """Files by name: a text, bytes, a pair ("link", to where), or None for a folder."""
        for name, content in files.items():
            path = self.path(name)
            os.makedirs(path if content is None else os.path.dirname(path), exist_ok=True)
            if isinstance(content, tuple):
                os.symlink(self.program if content[1] == "PROGRAM" else content[1], path)
            elif content is not None:
                with open(path, "wb") as file:
                    file.write(content if isinstance(content, bytes) else self.filled(content).encode())

    def run(self, words, env=None, stdin="", cwd="work"):
        """(standard output, standard error, status) without what only one of the interpreters can say."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": self.path("home"), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8",
                       "PYTHONDONTWRITEBYTECODE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1",
                       **{k: self.filled(v) for k, v in (env or {}).items() if v is not None}}
        if "GCOV_PREFIX" in os.environ:
            environment["GCOV_PREFIX"] = os.environ["GCOV_PREFIX"]  # make coverage
        for name in (k for k, v in (env or {}).items() if v is None):
            del environment[name]
        words = [self.program if w == "PYTHON" else self.filled(w) for w in words]
        done = subprocess.run(words, cwd=self.path(cwd), env=environment, input=stdin.encode(), capture_output=True, timeout=SECONDS)
        return self.plain(done.stdout), self.plain(done.stderr), done.returncode

    def plain(self, output):
        text = output.decode(errors="surrogateescape")
        home, name = os.path.split(self.program)
        for what, word in ((self.folder, "{}"), (self.program, "PROGRAM"), (f"= {home}\n", "= HOME\n"), (f"/bin/{name}", "/bin/PROGRAM"),
                           ("cpython-311", "TAG"), ("minipy-311", "TAG")):
            text = text.replace(what, word)
        for pattern, word in UNEQUAL:
            text = re.sub(pattern, word, text)
        return text


def first_difference(wanted, seen):
    for what, a, b in zip(("stdout", "stderr", "status"), wanted, seen):
        if a == b:
            continue
        if what == "status":
            return f"status: wanted {a}, got {b}; stderr {seen[1][-600:]!r}"
        lines = list(zip((a + "\n(end)").split("\n"), (b + "\n(end)").split("\n")))
        at = next((pair for pair in lines if pair[0] != pair[1]), lines[-1])
        return f"{what}: wanted {at[0][:300]!r}, got {at[1][:300]!r}"
    return None


def compare(binary, row):
    """What differs between the interpreters, or None: the commands of a row, one after the other."""
    with tempfile.TemporaryDirectory(prefix="site") as parent:
        places = [Place(ORACLE, parent), Place(binary, parent)]
        for place in places:
            place.put(row.files)
        for words, options in row.commands:
            wanted, seen = (place.run(words, **options) for place in places)
            difference = first_difference(wanted, seen)
            if difference:
                return f"{' '.join(words)}: {difference}"
            if row.succeeds and wanted[2] != 0:
                return f"{' '.join(words)}: python3.11 itself fails: {wanted[1][-300:]!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("--sample", action="store_true", help="every second check, and of the packages' other back ends one; others every day")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    rows = {**starts.rows(), **tools.rows(), **environments.rows()}
    if args.sample:
        built = [name for name in rows if name.startswith("pip: built by ")]
        others = [name for name in rows if name not in built][suite.seed() % 2::2]
        rows = {name: rows[name] for name in (*others, built[suite.seed() % len(built)])}
        print(f"seed {suite.seed()}: HOSTILE_SEED={suite.seed()} sh tests/run.sh site does the same", flush=True)
    chosen = {n: row for n, row in rows.items() if not args.words or any(w in n for w in args.words)}
    missing = environments.missing() if any(row.wheels for row in chosen.values()) else ""
    suite.begin()
    passed = failed = skipped = 0

    def judged(name):
        if chosen[name].wheels and missing:
            return "SKIP", f"{missing} is not installed"
        if chosen[name].package:
            return "SKIP", f"{chosen[name].package} is not installed"
        if chosen[name].root and (os.getuid() != 0 or not shutil.which("setpriv")):
            return "SKIP", "it takes root and setpriv"
        try:
            problem = compare(binary, chosen[name])
        except (OSError, subprocess.TimeoutExpired) as error:
            problem = str(error)
        return ("FAIL", problem) if problem else ("PASS", "")

    with ThreadPoolExecutor(2) as pool:
        for name, (verdict, text) in zip(chosen, pool.map(judged, chosen)):
            passed += verdict == "PASS"
            failed += verdict == "FAIL"
            skipped += verdict == "SKIP"
            if verdict != "PASS":
                print(f"{verdict} {name}: {text}", flush=True)
    return suite.finish(passed, failed, skipped)


if __name__ == "__main__":
    sys.exit(main())
