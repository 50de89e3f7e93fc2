"""What every part of the laboratory needs: where things are, and commands that never hang."""
import os
import signal
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
BENCH = os.path.join(ROOT, "bench")
ORACLE = "/usr/bin/python3.11"
LIMIT = 300  # seconds; a command that takes longer hangs
ENV = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}

sys.path.insert(0, os.path.join(ROOT, "tools"))


class Unmeasured(Exception):
    """Cannot be measured here, and why: a line of the report, no failure."""


class Broken(Exception):
    """Something that should have worked did not."""


def how_it_ended(code):
    """A returncode in words."""
    return f"ended with {code}" if code >= 0 else f"crashed: {signal.Signals(-code).name}"


def run(command, limit=LIMIT, check=True, **options):
    """subprocess.run() that keeps the output as text, never waits for ever, and says what failed."""
    options = {"env": ENV, "stdin": subprocess.DEVNULL, **options}
    words = " ".join(map(str, command[:5]))
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=limit, **options)
    except subprocess.TimeoutExpired:
        raise Broken(f"{words}: no end after {limit} s")
    if check and done.returncode:
        raise Broken(f"{words}: {how_it_ended(done.returncode)}: {(done.stderr or done.stdout)[-800:].strip()}")
    return done
