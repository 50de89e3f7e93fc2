"""What the checks of tests/observe share."""
import functools
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
SECONDS = 60


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def program(name):
    return os.path.join(HERE, "programs", name + ".py")


def expect(condition, *what):
    if not condition:
        raise Failure(" ".join(str(w) for w in what)[:2000])


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=more.pop("text", True), timeout=SECONDS, check=False,
                          stdin=subprocess.DEVNULL, **more)


def again(check):
    """A check of what clocks say: a machine that is busy, or that gives its processors in slices, stalls a program for longer
    than a margin that would still show something, so of three one must pass. None of what must always be so is checked thus."""
    @functools.wraps(check)
    def thrice(target):
        for left in (2, 1, 0):
            try:
                return check(target)
            except Failure:
                if left == 0:
                    raise
                shutil.rmtree(target.folder)  # nothing of the first is found by the second
                os.mkdir(target.folder, 0o700)
    return thrice


def instructions(target, code, which="", options=()):
    """How many instructions 20,000 rounds of the code take: its arguments are how many rounds, and `which`."""
    if not shutil.which("valgrind"):
        raise Skip("valgrind is not installed")

    def count(rounds):
        done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", target.binary, "-S", *options, "-c",
                    code, str(rounds), which], env={**os.environ, "PYTHONHASHSEED": "0"})
        expect(done.returncode == 0, done)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])
    return count(21_000) - count(1_000)


class Target:
    """minipy, and a folder for what it writes."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def trace(self, kind, *arguments, name="out", status=0):
        """Runs with --trace=KIND -o FILE; the file's name."""
        file = self.path(name)
        done = run([self.binary, "-S", f"--trace={kind}", "-o", file, *arguments])
        expect(done.returncode == status, f"--trace={kind}: status {done.returncode}", done.stderr)
        expect("--trace" not in done.stderr, f"--trace={kind}:", done.stderr)
        return file

    def text(self, kind, *arguments, **more):
        with open(self.trace(kind, *arguments, **more), encoding="utf-8") as file:
            return file.read()
