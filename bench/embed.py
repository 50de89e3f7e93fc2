#!/usr/bin/python3.11
"""What it costs a host to embed minipy, Lua 5.4 and CPython 3.11: `make bench-embed`.

    /usr/bin/python3.11 bench/embed.py [--quick] [--rounds N] [--library libminipy.a]

The hosts of bench/hosts do the same work, each linked with the archive of its interpreter; results must agree. CPU
time by the clock inside the process. In each round a process of each does everything, in random order; a figure is the
median of the rounds, a ratio has the bootstrap's 95 % interval. ratio > 1: minipy takes less. An interpreter that is not
installed is named, with its package, and left out. A run of all three that is not --quick leaves its data in
bench/figures/embed.json; `make bench-docs` makes the table of docs/BENCH.md of them.
"""
import argparse
import json
import os
import random
import sys
import tempfile
from dataclasses import dataclass

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lab import machine, report, stats  # noqa: E402
from lab.base import BENCH, ROOT, Broken, Unmeasured, run  # noqa: E402

HOSTS = os.path.join(BENCH, "hosts")
FIGURES = os.path.join(BENCH, "figures", "embed.json")
ITEMS = 100  # of a list or dict that a task builds: driver.h


# ---- the hosts ------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Peer:
    name: str
    source: str
    package: str  # that has the header and the archive; "": they are here
    include: str
    header: str
    libraries: tuple

    def build(self, folder):
        if self.package and not os.path.exists(os.path.join(self.include, self.header)):
            raise Unmeasured(f"{self.name} is left out: {self.package} is not installed (make install-bench)")
        path = os.path.join(folder, self.source.removesuffix(".c"))
        sources = [os.path.join(HOSTS, name) for name in (self.source, "driver.c")]
        run([*os.environ.get("CC", "gcc").split(), "-std=gnu11", "-O2", "-no-pie", "-Wall", "-Wextra", "-isystem", self.include, "-o", path,
             *sources, *self.libraries])
        return path


def peers(library):
    return [Peer("minipy", "minipy.c", "", os.path.join(ROOT, "include"), "minipy.h", (library, "-lgmp", "-lm", "-ldl", "-lpthread")),
            Peer("Lua 5.4", "lua.c", "liblua5.4-dev", "/usr/include/lua5.4", "lua.h", ("-l:liblua5.4.a", "-lm", "-ldl")),
            Peer("CPython 3.11", "cpython.c", "libpython3.11-dev", "/usr/include/python3.11", "Python.h",
                 ("-l:libpython3.11.a", "-lexpat", "-lz", "-lm", "-ldl", "-lutil", "-lpthread", "-Wl,--export-dynamic"))]


def build_all(library, folder):
    """{name: program}, and a line for each that is left out."""
    programs, missing = {}, []
    for peer in peers(library):
        try:
            programs[peer.name] = peer.build(folder)
        except Unmeasured as why:
            missing.append(str(why))
    return programs, missing


# ---- measuring ------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Extent:
    rounds: int
    ms: int  # that a task is done for, again and again
    alive: int  # interpreters at the same time


FULL, QUICK = Extent(15, 10, 100), Extent(3, 1, 10)


def sample(program, extent):
    """What a process each for the tasks, for memory and for the start says: {task: [figure, events of one]}, and
    {task: result}."""
    figures, results = {}, {}
    for mode in ("tasks", "alone"):
        for line in run([program, mode, str(extent.ms)]).stdout.splitlines():
            task, ns, events, result = line.split("\t")
            figures[task], results[task] = [float(ns), float(events)], int(result)
    figures["memory"] = [float(run([program, "memory", str(extent.alive)]).stdout), 0]
    figures["first"] = [float(run([program, "first"]).stdout), 0]
    return figures, results


def agree(results):
    """{interpreter: {task: result}}: what two have done, they have done alike."""
    (ours, reference), *others = results.items()
    for name, theirs in others:
        for task in reference.keys() & theirs.keys():
            if reference[task] != theirs[task]:
                raise Broken(f"{task}: {ours} has {reference[task]}, {name} {theirs[task]}")


def measure(programs, extent, tell):
    """[{interpreter: {task: [figure, events]}}] of each round."""
    rounds = []
    for turn in range(extent.rounds):
        got = {name: sample(programs[name], extent) for name in random.sample(list(programs), len(programs))}
        agree({name: got[name][1] for name in programs})
        rounds.append({name: got[name][0] for name in programs})
        tell(f"round {turn + 1} of {extent.rounds}")
    return rounds


# ---- the table ------------------------------------------------------------------------------------------

def time_of(task, unit=1):
    return lambda figures: figures[task][0] / unit


def event_of(task, without):
    """What one event adds to the loop that has none."""
    return lambda figures: (figures[task][0] - figures[without][0]) / figures[task][1]


def whole_runtime(figures):
    """Where the first interpreter is like any other, there is no other way to make it."""
    return figures.get("whole_runtime", figures["made_and_freed"])[0] / 1000


# (what, unit, its figure of a sample)
ROWS = [
    ("the host calls f(i, 2), takes the sum", "ns", time_of("call")),
    ("f(i, b=2); Lua: f{a=i, b=2}", "ns", time_of("call_named")),
    ("a call that raises, caught by the host", "ns", time_of("call_raises")),
    ("32 characters to a function and back", "ns", time_of("text")),
    ("a loop calls the host: add(i, 2)", "ns", time_of("into_c")),
    ("add(a=i, b=2); Lua: add{a=i, b=2}", "ns", time_of("into_c_named")),
    ("a method of the host's class: c.add(i)", "ns", time_of("into_method")),
    ("the host reads a field, by name", "ns", time_of("get_field")),
    ("sets it", "ns", time_of("set_field")),
    ("reads an item of a list", "ns", time_of("get_item")),
    ("reads an entry of a dict of 100, by C text", "ns", time_of("get_key")),
    ("sets it", "ns", time_of("set_key")),
    ("builds a list of 100, each item", "ns", time_of("build_list", ITEMS)),
    ("builds a dict of 100, each entry", "ns", time_of("build_dict", ITEMS)),
    ("walks a dict of 100, each entry", "ns", time_of("walk_dict", ITEMS)),
    ("a call in a script's loop, nobody listens", "ns", time_of("calls")),
    ("+ each entry or return, counted", "ns", event_of("calls_counted", "calls")),
    ("+ its file, function and line read", "ns", event_of("calls_named", "calls")),
    ("five lines of a script's loop, nobody listens", "ns", time_of("lines")),
    ("+ each line, counted", "ns", event_of("lines_counted", "lines")),
    ("+ its file, function and number read", "ns", event_of("lines_named", "lines")),
    ("an interpreter made, asked for 6 * 7, freed; CPython: a sub-interpreter", "us", time_of("made_and_freed", 1000)),
    ("the same; CPython: Py_InitializeFromConfig, Py_FinalizeEx", "us", whole_runtime),
    ("memory of each of 100 alive; CPython: sub-interpreters", "KiB", time_of("memory", 1024)),
    ("from the start of the process to 6 * 7", "ms", time_of("first", 1e6)),
]


def cell(value):
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def row_of(rounds, what, unit, figure):
    ours, *others = rounds[0]
    cells = [cell(stats.median(figure(r[name]) for r in rounds)) for name in (ours, *others)]
    for name in others:
        middle, low, high = stats.ratio([(figure(r[name]), figure(r[ours])) for r in rounds])
        cells.append(f"{middle:.2f} ({low:.2f} to {high:.2f})")
    return [what, unit, *cells]


def table(rounds):
    ours, *others = rounds[0]
    head = ["", "unit", ours, *others, *(f"{name} / {ours}" for name in others)]
    return report.markdown_table(head, [row_of(rounds, *row) for row in ROWS])


def keep(about, rounds):
    with open(FIGURES, "w") as file:
        file.write('{"about": %s,\n "rounds": [\n' % json.dumps(about) + ",\n".join(map(json.dumps, rounds)) + "\n]}\n")


def page():
    """The part of docs/BENCH.md, of the data that were kept."""
    with open(FIGURES) as file:
        data = json.load(file)
    return data["about"] + "\n\n" + table(data["rounds"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few seconds: to see that it works")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--library", default=os.path.join(ROOT, "libminipy.a"))
    args = parser.parse_args()
    extent = QUICK if args.quick else FULL
    if args.rounds:
        extent = Extent(args.rounds, extent.ms, extent.alive)
    about = machine.describe()
    try:
        with tempfile.TemporaryDirectory(prefix="mpy") as folder:
            programs, missing = build_all(args.library, folder)
            for line in missing:
                print(line, flush=True)
            rounds = measure(programs, extent, lambda text: print(text, file=sys.stderr, flush=True))
    except Broken as problem:
        sys.exit(f"bench: {problem}")
    said = (f"`make bench-embed` on {about['date']}, commit {about['commit']}{' and changes' if about['changed'] else ''}, "
            f"{about['processor']}, load {about['load']:.1f} when it began; {extent.rounds} rounds.")
    print(said + "\n\n" + table(rounds))
    if not args.quick and not missing:
        keep(said, rounds)


if __name__ == "__main__":
    main()
