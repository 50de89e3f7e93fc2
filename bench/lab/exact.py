"""What can be counted exactly: what the processor would execute (callgrind), and what the sites look like (objdump).

Each workload is run once and then twice more on its small size; half of what the two execute is one run, without
start-up. callgrind writes down its counts at the calls of time.process_time_ns() between them; of interpreters whose
functions have no names, two processes are compared.
The caches are simulated, and of one size everywhere, so the counts of a build are the same on every machine.
"""
import os
import re
import shutil
import tempfile
import typing

from . import workloads
from .base import BENCH, Broken, Unmeasured, run

INSIDE = os.path.join(BENCH, "lab", "inside.py")
RUNS = (1, 3)
LIMIT = 900
CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64")
# What callgrind calls it: what the report calls it.
MEASURES = {"Ir": "instructions", "Bc": "branches", "Bcm": "mispredicted", "Bi": "indirect jumps",
            "Bim": "mispredicted indirect", "I1mr": "I1 misses", "D1mr": "D1 read misses"}


MARK = "time_process_time_ns"  # in minipy the function in C of that name


class Place(typing.NamedTuple):
    """What is counted, and how: a command is not changed by the option `-X moved=...`, but its objects lie elsewhere."""
    folder: str  # for callgrind's output
    binary: str
    workload: workloads.Workload
    moved: int = 0  # bytes of the option; 0: no option


def callgrind(place, runs, *options):
    """What the program printed, and what callgrind said."""
    if not shutil.which("valgrind"):
        raise Unmeasured("valgrind is not installed (make install-bench)")
    moved = ["-X", "moved=" + "x" * place.moved] if place.moved else []
    done = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={place.folder}/out", "--dump-line=no", *options, place.binary,
                "-S", *moved, INSIDE, *place.workload.words, "exact", str(runs), *place.workload.arguments], LIMIT)
    return done.stdout, done.stderr


def numbers(pattern, events, text):
    """{event: count}, where the pattern finds the counts in the text."""
    found = re.search(pattern, text, re.M)
    if not found:
        raise Broken(f"callgrind counted nothing: {text[-600:]}")
    return dict(zip(events.split(), map(int, found[1].split())))


def collected(said):
    return numbers(r"Collected\s*: (.*)", re.search(r"Events\s*: (.*)|$", said)[1] or "", said)


def marked(place, *options):
    """(output, all counts, counts of the runs after the first)"""
    out, said = callgrind(place, RUNS[1], f"--dump-before={MARK}", *options)
    try:
        with open(f"{place.folder}/out.2") as file:
            text = file.read()
    except OSError as problem:
        raise Broken(f"callgrind of {place.binary} did not see {MARK}: {problem}")
    return out, collected(said), numbers(r"^totals: (.*)", re.search(r"^events: (.*)", text, re.M)[1], text)


def two_processes(place, *options):
    (out, few), (_, many) = [callgrind(place, runs, *options) for runs in RUNS]
    low, high = collected(few), collected(many)
    return out, high, {event: high[event] - low[event] for event in low}


def count(binary, workload, simulate=True, moved=0):
    """{measure: count of one run}, what the workload printed under "output", and start-up and all under "start".

    moved: with minipy's objects at other addresses for each number (Place).
    """
    options = [*CACHES, "--cache-sim=yes", "--branch-sim=yes"] if simulate else []
    how = marked if any(name == MARK for _, _, name in symbols(binary)) else two_processes
    with tempfile.TemporaryDirectory() as folder:
        out, everything, runs = how(Place(folder, binary, workload, moved), *options)
    counts = {text: runs[event] / (RUNS[1] - RUNS[0]) for event, text in MEASURES.items() if event in runs}
    return {"counts": counts, "output": out.strip(), "start": everything["Ir"] - RUNS[1] * counts["instructions"]}


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
