"""What can be counted exactly: what the processor would execute (callgrind), and what the sites look like (objdump).

Each workload is run once and three times on its small size; half the difference is one run, without start-up.
The caches are simulated, and of one size everywhere, so the counts of a build are the same on every machine.
"""
import os
import re
import shutil
import subprocess

from .base import BENCH, ENV, Broken, Unmeasured, run

INSIDE = os.path.join(BENCH, "lab", "inside.py")
RUNS = (1, 3)
LIMIT = 900
CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64")
# What callgrind calls it: what the report calls it.
MEASURES = {"Ir": "instructions", "Bc": "branches", "Bcm": "mispredicted", "Bi": "indirect jumps",
            "Bim": "mispredicted indirect", "I1mr": "I1 misses", "D1mr": "D1 read misses"}


class Counting:
    """One run under callgrind, in the background."""

    def __init__(self, binary, workload, runs, simulate=True):
        if not shutil.which("valgrind"):
            raise Unmeasured("valgrind is not installed (make install-bench)")
        options = [*CACHES, "--cache-sim=yes", "--branch-sim=yes"] if simulate else []
        self.name = f"{binary} {workload.name}"
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *options, binary, INSIDE,
             *workload.words, "exact", str(runs), *workload.arguments],
            env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def result(self):
        """(what the program printed, {event: count})"""
        try:
            out, said = self.process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            raise Broken(f"callgrind of {self.name}: no end after {LIMIT} s")
        finally:
            self.process.kill()
        events, counts = re.search(r"Events\s*: (.*)", said), re.search(r"Collected\s*: (.*)", said)
        if self.process.returncode or not counts:
            raise Broken(f"callgrind of {self.name}: {said[-600:]}")
        return out, dict(zip(events[1].split(), map(int, counts[1].split())))


def count(binary, workload, simulate=True):
    """{measure: count of one run}, what the workload printed under "output", and start-up and all under "start"."""
    few, many = [Counting(binary, workload, runs, simulate) for runs in RUNS]
    (out, low), (_, high) = few.result(), many.result()
    turns = RUNS[1] - RUNS[0]
    counts = {text: (high[event] - low[event]) / turns for event, text in MEASURES.items() if event in low}
    return {"counts": counts, "output": out.strip(), "start": low["Ir"] - counts["instructions"]}


# ---- the code at the sites ------------------------------------------------------------------------------

def sizes(binary):
    """{section: bytes} of what is code and what is data."""
    found = {}
    for row in run(["size", "-A", binary]).stdout.splitlines():
        words = row.split()
        if len(words) == 3 and words[0] in (".text", ".rodata", ".data", ".probes", ".note.stapsdt"):
            found[words[0]] = int(words[1])
    return found


def notes(binary):
    """[(marker, address, semaphore's address)] of the ELF notes."""
    text = run(["readelf", "-n", binary], check=False).stdout
    return [(name, int(place, 16), int(semaphore, 16)) for name, place, semaphore in re.findall(
        r"Name: (\S+)\s+Location: (\S+), Base: \S+, Semaphore: (\S+)", text)]


def function_of(symbols, address):
    """The (name, start, end) of the function that an address lies in."""
    best = None
    for start, size, name in symbols:
        if start <= address < start + max(size, 1):
            best = (name, start, start + size)
    return best


def symbols(binary, kinds="tTwW"):
    """[(address, bytes, name)]"""
    text = run(["nm", "-S", "--defined-only", binary], check=False).stdout
    return [(int(start, 16), int(size, 16), name)
            for start, size, name in re.findall(rf"^(\S+) (\S+) [{kinds}] (\S+)$", text, re.M)]


def disassemble(binary, start, end):
    """[(address, bytes, instruction)]"""
    text = run(["objdump", "-d", "-w", f"--start-address={start:#x}", f"--stop-address={end:#x}", binary]).stdout
    return [(int(address, 16), len(code.split()), what.strip()) for address, code, what in re.findall(
        r"^\s*([0-9a-f]+):\t([0-9a-f ]+)\t(.*)$", text, re.M)]


def sites(binary):
    """What tracers find: for each marker its sites, and what stands around the nop."""
    table, found = symbols(binary), []
    for marker, address, semaphore in notes(binary):
        function = function_of(table, address)
        around = disassemble(binary, address, address + 16) if function else []
        found.append({"marker": marker, "function": function and function[0], "semaphore": bool(semaphore),
                      "nop bytes": around[0][1] if around else 0,
                      "function bytes": function[2] - function[1] if function else 0})
    return {"sizes": sizes(binary), "sites": found}
