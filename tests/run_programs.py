#!/usr/bin/python3.11
"""Run programs of other people under minipy and under python3.11, and compare what they do.

    /usr/bin/python3.11 tests/run_programs.py [--minipy BINARY] [--resume] [--table] [--jobs N] [-v] [WORD ...]

The programs stand in programs/programs.txt (with a WORD: those whose name or package has it). Each runs in an empty
folder of the same name, or in a copy of a folder of programs/inputs. Standard output, standard error,
the status and every file that it leaves must be equal; of a test suite, the outcome of each of its tests.
What python3.11 did with a program is kept in build/programs until its rows, its tour or its package change; what
minipy did, too, and --resume does not do again what the same binary has done. --table writes the table of
docs/PROGRAMS.md. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import difflib
import fnmatch
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "programs")
LIST = os.path.join(FOLDER, "programs.txt")
DOCUMENT = os.path.join(HERE, "..", "docs", "PROGRAMS.md")
ORACLE = "/usr/bin/python3.11"
KEPT = os.path.join(HERE, "..", "build", "programs")
TIMEOUT = int(os.environ.get("TEST_TIMEOUT", "600"))
NO_END = b"the suite did not end: "
SHOWN = 30  # lines of a difference
SLOW = 0.9  # a ratio above this is measured once more, when what the program imports has been compiled and kept
ADDRESS = re.compile(rb" at 0x[0-9a-f]{12}\b")  # in the repr of what has no other


class Program:
    """What stands in the list about one program: its runs, what is masked, and why it differs if it does."""

    def __init__(self, area, name, package):
        self.area, self.name, self.package = area, name, package
        self.runs, self.masks, self.left_out, self.differs = [], [], [], None
        self.parts = []  # (pattern, cause) of tests that are not compared


def read_list():
    """{name: Program}, in the list's order."""
    programs, area = {}, None
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            word, _, rest = line.strip().partition(" ")
            rest = rest.strip()
            if not word or word.startswith("#"):
                continue
            if word == "==":
                area = rest
            elif word == "mask":
                name, pattern, text = rest.split(None, 2)
                programs[name].masks.append((re.compile(pattern.replace("\\_", " ").encode()), text.encode()))
            elif word == "without":
                name, patterns = rest.split(None, 1)
                programs[name].left_out += patterns.split()
            elif word == "part":
                name, pattern, cause = rest.split(None, 2)
                programs[name].parts.append((re.compile(pattern.encode()), cause))
            elif word == "differs":
                name, cause = rest.split(None, 1)
                programs[name].differs = cause
            else:
                package, how = rest.split(None, 1)
                programs.setdefault(word, Program(area, word, package)).runs.append(how)
    return programs


class Result:
    """What one interpreter did: {what: its bytes}, and the CPU time of it and its children."""

    def __init__(self):
        self.seen, self.cpu, self.tests = {}, 0.0, None


class Runner:
    def __init__(self, binary, base, resume):
        self.binary, self.base, self.resume = binary, base, resume

    def state(self, program):
        """What a kept result hangs on, but for the interpreter."""
        files = [os.path.join(FOLDER, "outcomes.py")]
        files += [self.arguments(program, how)[0] for how in program.runs if without_input(how).startswith("tour")]
        lists = os.path.join("/var/lib/dpkg/info", f"{program.package}.list")
        masks = [(pattern.pattern, text) for pattern, text in program.masks + program.parts]
        return program.runs, masks, program.left_out, [os.stat(f).st_mtime for f in (*files, lists) if os.path.exists(f)]

    def results(self, interpreter, program, wanted=None):
        """The Results of all its runs under an interpreter: kept ones, or new ones, which are kept; wanted: python3.11's."""
        path = os.path.join(KEPT, "python3.11" if interpreter == ORACLE else "minipy", program.name)
        state = self.state(program), os.stat(interpreter).st_mtime
        if os.path.exists(path) and (self.resume or interpreter == ORACLE):
            with open(path, "rb") as file:
                kept, results = pickle.load(file)
            if kept == state:
                return results
        results = [self.run(interpreter, program, n) for n in range(len(program.runs))]
        if wanted:
            self.measure_again(program, wanted, results)
        if not any(NO_END in result.seen.get("outcomes", b"") for result in results):
            self.keep(path, state, results)
        return results

    def keep(self, path, state, results):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            pickle.dump((state, results), file)

    def measure_again(self, program, wanted, seen):
        """What a program took at first may be compilation: the second time counts."""
        cpu = lambda results: sum(result.cpu for result in results)
        if cpu(seen) <= SLOW * cpu(wanted):
            return
        for number, result in enumerate(seen):
            result.cpu = min(result.cpu, self.run(self.binary, program, number).cpu)

    def arguments(self, program, how):
        kind, *rest = without_input(how).split()
        if kind == "tour":
            return [os.path.join(FOLDER, "tours", f"{rest[0] if rest else program.name}_tour.py")]
        if kind == "suite":
            return [os.path.join(FOLDER, "outcomes.py"), *rest]
        return [word.replace("\\_", " ") for word in (kind, *rest)]

    def environment(self, home):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MINIPY", "LC_", "LANG"))}
        return dict(kept, PYTHONHASHSEED="0", HOME=home, TZ="UTC", LC_ALL="C.UTF-8", COLUMNS="80", LINES="24",
                    TERM="dumb", SOURCE_DATE_EPOCH="1700000000")

    def run(self, interpreter, program, number):
        """The Result of one run."""
        how = program.runs[number]
        home = os.path.join(self.base, f"{program.name}{number or ''}")
        shutil.rmtree(home, ignore_errors=True)  # of a run that was broken off
        if how.startswith("in "):
            shutil.copytree(os.path.join(FOLDER, "inputs", how.split()[1]), home)
        else:
            os.mkdir(home)
        result = Result()
        out, err = os.path.join(self.base, f"{program.name}.out"), os.path.join(self.base, f"{program.name}.err")
        with open(out, "wb") as o, open(err, "wb") as e:
            process = subprocess.Popen([interpreter, *self.arguments(program, how)], cwd=home, stdin=subprocess.DEVNULL,
                                       stdout=o, stderr=e, env=self.environment(home), start_new_session=True)
            timer = threading.Timer(TIMEOUT, lambda: os.killpg(process.pid, 9))
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        result.cpu = usage.ru_utime + usage.ru_stime
        if how.startswith("suite"):
            self.read_outcomes(result, program, home, err)
        else:
            result.seen = {"status": str(process.returncode).encode()}
            for label, path in ("standard output", out), ("standard error", err):
                with open(path, "rb") as file:
                    result.seen[label] = file.read()
            self.read_files(result, home, program.left_out)
            for label, text in result.seen.items():
                result.seen[label] = self.mask(text, program, interpreter)
        shutil.rmtree(home)
        os.remove(out)
        os.remove(err)
        return result

    def read_outcomes(self, result, program, home, err):
        path = os.path.join(home, "outcomes.txt")
        if os.path.exists(path):
            with open(path, "rb") as file:
                lines = [line for line in file.read().splitlines() if not any(p.search(line) for p, _ in program.parts)]
            result.tests = sum(line.startswith(b"passed ") for line in lines)
            result.seen["outcomes"] = b"\n".join(sorted(lines))
        else:
            with open(err, "rb") as file:
                result.seen["outcomes"] = NO_END + file.read()[-2000:]

    def read_files(self, result, home, left_out):
        for root, folders, files in os.walk(home):
            folders[:] = [f for f in folders if f != "__pycache__"]
            for path in (os.path.join(root, name) for name in files):
                label = os.path.relpath(path, home)
                if os.path.isfile(path) and not any(fnmatch.fnmatch(label, pattern) for pattern in left_out):
                    with open(path, "rb") as file:
                        result.seen[label] = file.read()

    def mask(self, text, program, interpreter):
        for path in os.path.realpath(interpreter), interpreter, ORACLE:
            text = text.replace(path.encode(), b"PYTHON")
        text = ADDRESS.sub(b" at ADDRESS", text)
        for pattern, replacement in program.masks:
            text = pattern.sub(replacement, text)
        return text

    def judge(self, program):
        """The verdict, a text about it, and the row for the table."""
        if not installed(program.package):
            return "SKIP", f"the package {program.package} is not installed (tools/install.sh programs)", None
        wanted = self.results(ORACLE, program)
        seen = self.results(self.binary, program, wanted)
        text = "".join(difference(w, s) for w, s in zip(wanted, seen))
        for how, result in zip(program.runs, wanted):
            if how.startswith("tour") and result.seen["status"] != b"0":
                return "FAIL", "the tour itself fails under python3.11:\n" + result.seen["standard error"].decode()[-800:], None
        passed = sum(w.tests or 0 for w in wanted)
        row = [sum(w.cpu for w in wanted), sum(s.cpu for s in seen), passed, not text]
        if program.differs and not text:
            return "FAIL", "it is equal, though the list says that it differs", row
        if program.differs:
            return "SKIP", program.differs, row
        if not text and any(w.tests == 0 for w in wanted):
            return "FAIL", "no test of its suite passes under python3.11: nothing was compared", row
        ratio = f"{row[0]:.2f} s, here {row[1]:.2f} s, {row[1] / row[0]:.2f}"
        return ("FAIL", text, row) if text else ("PASS", ratio + (f", {passed} tests" if passed else ""), row)


def without_input(how):
    """`in FOLDER ARGUMENTS` -> `ARGUMENTS`"""
    return how.split(None, 2)[2] if how.startswith("in ") else how


def installed(package):
    query = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package], capture_output=True)
    return query.stdout == b"installed"


def difference(wanted, seen):
    """What differs between two results, for people; empty if nothing does."""
    parts = []
    for label in sorted(wanted.seen.keys() | seen.seen.keys()):
        one, other = wanted.seen.get(label), seen.seen.get(label)
        if one == other:
            continue
        if one is None or other is None:
            parts.append(f"{label}: only {'minipy' if one is None else 'python3.11'} wrote it")
            continue
        lines = [text.decode(errors="backslashreplace").splitlines() for text in (one, other)]
        changed = list(difflib.unified_diff(*lines, "python3.11", "minipy", lineterm="", n=1))
        parts.append("\n    ".join([f"{label}:", *changed[:SHOWN]]))
    return "".join("\n  " + part for part in parts)


def write_table(rows):
    """Puts the table between the marks in docs/PROGRAMS.md."""
    lines, area = [], None
    for program, (there, here, tests, equal) in rows:
        if program.area != area:
            area = program.area
            lines += ["", f"### {area[0].upper()}{area[1:]}", "", "| program | what ran | outcome | CPU s | ratio |", "|---|---|---|---|---|"]
        what = "; ".join(describe(how) for how in program.runs)
        outcome = (f"equal, {tests} tests" if tests else "equal") if equal else program.differs or "differs"
        outcome += "".join(f"; not compared: {cause}" for _, cause in program.parts)
        lines.append(f"| {program.name} | {what} | {outcome} | {there:.2f} | {here / there:.2f} |")
    with open(DOCUMENT, encoding="utf-8") as file:
        before, mark, rest = file.read().partition("<!-- table -->\n")
    after = rest.partition("<!-- end of table -->")[2]
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(before + mark + "\n".join(lines) + "\n\n<!-- end of table -->" + after)


def describe(how):
    """What ran, for people."""
    arguments = without_input(how)
    kind, *rest = arguments.split()
    if kind == "tour":
        return "a tour"
    if kind == "suite":
        return f"its suite {' '.join(word for word in rest if not word.startswith('-'))}"
    return f"`{arguments}`".replace("\\_", " ").replace("|", "\\|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--resume", action="store_true", help="take what this binary did before")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-v", action="store_true", help="name the programs that passed, with CPU times and their ratio")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    programs = [p for p in read_list().values() if not args.words or any(w in (p.name, p.package) for w in args.words)]
    suite.begin()
    count, rows = dict.fromkeys(("PASS", "FAIL", "SKIP"), 0), []
    # The same for each run of a checkout: paths are in what is kept, and sets of paths have their order from them.
    folder = os.path.join(tempfile.gettempdir(), f"mpy{zlib.crc32(HERE.encode()):08x}")
    os.makedirs(folder, exist_ok=True)
    with ThreadPoolExecutor(args.jobs) as pool:
        runner = Runner(os.path.realpath(args.minipy), folder, args.resume)
        for program, (verdict, text, row) in zip(programs, pool.map(runner.judge, programs)):
            count[verdict] += 1
            if row:
                rows.append((program, row))
            if args.v or verdict != "PASS":
                print(f"{verdict} {program.name}: {text}", flush=True)
    if args.table:
        write_table(rows)
    if not os.listdir(folder):
        os.rmdir(folder)
    return suite.finish(count["PASS"], count["FAIL"], count["SKIP"])


if __name__ == "__main__":
    sys.exit(main())
