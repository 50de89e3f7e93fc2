#!/usr/bin/python3.11
"""The laboratory of bench/lab itself: its statistics on known data, its reports, and what it does when things fail.

    /usr/bin/python3.11 tests/bench/run.py [--minipy BINARY] [WORD...]

What is measured here is tiny, so this says nothing of speed. WORD: only tests whose name has it. -v: what passed, too,
and how long it took. Two tests run at a time, of those that build (@builds) one. The last line is `N passed, N failed,
N skipped`.
"""
import argparse
import contextlib
import fcntl
import glob
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from concurrent.futures import ProcessPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "bench")]

import check as bench_check  # noqa: E402
import docs as bench_docs  # noqa: E402
import embed as bench_embed  # noqa: E402
import scale as bench_scale  # noqa: E402
import suite  # noqa: E402
from lab import designs, exact, plan, plots, report, session, states, stats, timing, workloads  # noqa: E402
from lab.base import Broken, Unmeasured  # noqa: E402

MINIPY = os.path.join(ROOT, "minipy")


class Skip(Exception):
    pass


def builds(test):
    """It makes something below build/, where two makes would be in each other's way."""
    test.builds = True
    return test


@contextlib.contextmanager
def replaced(owner, **values):
    before = {name: getattr(owner, name) for name in values}
    for name, value in values.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)


# ---- statistics on known data ---------------------------------------------------------------------------

def test_ratio_of_known_data():
    figure, low, high = stats.ratio([(200 + i % 3, 100 + i % 3) for i in range(30)])
    assert 1.95 < low <= figure <= high < 2.02, (figure, low, high)
    assert stats.verdict(low, high) == "slower"


def test_same_data_differ_nowhere():
    rng = random.Random(1)
    pairs = [(rng.gauss(100, 2), rng.gauss(100, 2)) for _ in range(40)]
    _, low, high = stats.ratio(pairs)
    assert stats.verdict(low, high) == "no difference seen", (low, high)


def test_interval_covers_as_often_as_it_says():
    """Of 100 samples of one distribution 95 should have the truth in their interval; fewer than 85 are a fault."""
    rng = random.Random(2)
    hits = 0
    for _ in range(100):
        _, low, high = stats.ratio([(rng.gauss(110, 5), rng.gauss(100, 5)) for _ in range(25)])
        hits += low <= 1.1 <= high
    assert hits >= 85, hits


def test_one_round_knows_no_interval():
    _, low, high = stats.ratio([(2, 1)])
    assert stats.verdict(low, high) == "no difference seen"


def test_slope_of_a_line():
    figure, low, high = stats.slope([(x, 500 * x + 70 + (x % 2)) for x in range(1, 20)])
    assert abs(figure - 500) < 0.5 and low <= figure <= high, (figure, low, high)


def test_slope_of_one_place():
    figure, low, high = stats.slope([(100, 5000), (100, 5200)])
    assert low <= figure == 51 <= high, (figure, low, high)


def test_geometric_mean():
    assert abs(stats.geometric_mean([1, 4]) - 2) < 1e-12


# ---- reports of made-up data ----------------------------------------------------------------------------

def made_up():
    """Records of three designs on two workloads: gate costs nothing, semaphore a tenth."""
    names = ("none", "gate", "gate again", "semaphore")
    cost = {"none": 1.0, "gate": 1.0, "gate again": 1.001, "semaphore": 1.1}
    for workload in ("call_empty", "line_long"):
        for name in names:
            counts = {measure: 1e6 * cost[name] if name != "gate again" else 1e6 for measure in exact.MEASURES.values()}
            yield ["exact", workload, name], {"counts": counts, "output": "'7'", "start": 9}
            for turn in range(9):
                took = int(1e7 * cost[name]) + turn * 1000
                yield ["idle", workload, name, turn], {"best": [took, took], "load": 0.1}
    for workload, events in (("call_empty", [1000, 3000, 1000]), ("line_long", [1, 500, 1]), ("empty", [1, 1, 1])):
        yield ["events", workload, 16], {"events": events, "oracle": events}
        calls = events[0] + events[2]
        yield ["state", workload, "bpftrace count", 0], {
            "alone": [10000, 10000], "best": [10000 + 700 * calls] * 2, "runs": 3, "seen": 3 * calls + 8, "lost": 0,
            "markers": ["function__entry", "function__return"]}
    yield ["unmeasured", "state", "empty", "perf record", 0], {"why": "perf is not here & now"}
    yield ["timeline", "call_empty"], {"rows": [(i * 10 ** 8, 10 ** 6) for i in range(60)], "came": 2 * 10 ** 9,
                                       "asked": 4 * 10 ** 9, "gone": 45 * 10 ** 8}
    yield ["noise"], {"signs": ["a test"]}


def folder_of(records, folder):
    with open(os.path.join(folder, "machine.json"), "w") as file:
        json.dump({"date": "today", "commit": "abc", "processor": "p", "kernel": "k"}, file)
    with open(os.path.join(folder, "raw.jsonl"), "w") as file:
        for job, record in records:
            file.write(json.dumps({"job": job, "kind": job[0], **record}) + "\n")
    return folder


def test_report(folder):
    report.write(folder_of(made_up(), folder))
    with open(os.path.join(folder, "report.md")) as file:
        text = file.read()
    for wanted in ("| call_empty | 1.00 | +0.0000 | +0.0000 | +10.0000 |", "The machine was noisy: a test", "no difference seen",
                   "slower", "700 (", "6022 of 6022", "perf is not here", "100.0"):
        # 6022: 3 runs of 2002 events, and the driver's own 8 for each workload
        assert wanted in text, f"{wanted!r} is not in the report:\n{text}"
    page = open(os.path.join(folder, "report.html")).read()
    assert "not here &amp; now" in page and "http" not in page.replace("http://www.w3.org", ""), "the page is not self-contained"


def test_slow_runs_are_not_lost_in_a_timeline():
    fast, slow = [(i * 1000, 1000) for i in range(100000)], [(10 ** 8 + i * 10 ** 7, 10 ** 7) for i in range(1, 11)]
    kept = plots.thinned([*fast, *slow], 200)
    assert len(kept) <= 201 and [row for row in kept if row[1] == 10 ** 7] == slow, len(kept)


def test_plots_are_pictures(folder):
    if not shutil.which("gnuplot"):
        raise Skip("gnuplot is not installed")
    report.write(folder_of(made_up(), folder))
    drawn = [name for name in os.listdir(folder) if name.endswith(".svg")]
    assert {"overhead.svg", "idle.svg", "per_event.svg", "timeline.svg"} <= set(drawn), drawn
    for name in drawn:
        picture = xml.etree.ElementTree.parse(os.path.join(folder, name)).getroot()
        assert len(list(picture.iter())) > 30, f"{name} is empty"


def test_compare_has_a_verdict_for_each_row(folder):
    one, two = os.path.join(folder, "one"), os.path.join(folder, "two")
    for path, factor in ((one, 1), (two, 1.05)):
        os.mkdir(path)
        rows = list(made_up())
        for job, record in rows:
            if job[0] == "exact" and job[2] == "semaphore":
                record["counts"] = {name: count * factor for name, count in record["counts"].items()}
        folder_of(rows, path)
    made = subprocess.run([os.path.join(ROOT, "bench", "compare"), one, two], capture_output=True, text=True)
    rows = made.stdout.splitlines()
    assert made.returncode == 0 and sum(row.endswith(" more") for row in rows) == 2, made.stdout + made.stderr
    assert sum(row.endswith("the same") for row in rows) == 6, made.stdout
    assert sum(row.endswith("no difference seen") for row in rows) == 8, made.stdout


def test_the_page_has_the_figures_of_its_data():
    with open(bench_docs.PAGE, encoding="utf-8") as file:
        page = file.read()
    assert {name for _, name, _ in bench_docs.BLOCK.findall(page)} == set(bench_docs.BLOCKS)
    assert bench_docs.filled(page) == page, "make bench-docs writes docs/BENCH.md anew"
    assert "| call_empty |" in page and "| tuples | loop |" in page


def test_a_run_is_put_into_the_page(folder):
    about = folder_of(made_up(), folder)
    with open(os.path.join(folder, "machine.json"), "w") as file:
        json.dump({"date": "today", "commit": "abc", "processor": "p", "processors": 2, "virtual": True, "kernel": "k",
                   "compiler": "c", "asked": {}}, file)
    with replaced(bench_docs, FIGURES=os.path.join(folder, "figures"), IMAGES=folder, compared=lambda: {
            "about": "today", "start": "soon", "workloads": [["tuples", "loop", [[2, 1], [2, 1]]]]}), \
            replaced(bench_docs.sites, page=lambda: "nop\n"):
        bench_docs.keep(about)
        page = bench_docs.filled("<!-- figures: instructions -->\nold\n<!-- /figures -->\n<!-- figures: compare -->\n<!-- /figures -->\n")
    assert "old" not in page and "| call_empty | 1.00 | +0.0000 |" in page and "| tuples | loop | 0.00 | 0.00 | 2.00 |" in page, page


def test_least_of_many_places_counts():
    """A workload that is worse at one place alone passes; what is not worse is counted once."""
    counts = {"sets": [2000, 1500, 1000, 1700], "tuples": [1000], "empty": [3000, 2900, 2800, 2700]}
    moves = []

    def count(_binary, workload, simulate, moved):
        moves.append((workload.name, moved))
        instructions = counts[workload.name].pop(0)
        return {"counts": {"instructions": instructions}, "start": instructions}

    chosen = [workloads.by_name(name) for name in counts]
    wanted = {"sets": 1000, "tuples": 1000, "(start)": 1000}
    with replaced(exact, count=count):
        found = bench_check.measure_the_least("minipy", chosen, wanted, bench_check.MOST)
    assert found == {"sets": 1000, "tuples": 1000, "(start)": 2700}, found
    assert sorted(moves) == sorted([(name, 0) for name in ("sets", "tuples", "empty")] + [("sets", m) for m in bench_check.MOVES[:2]]
                                   + [("empty", m) for m in bench_check.MOVES]), moves


def test_baseline_judges():
    with contextlib.redirect_stdout(io.StringIO()) as said:
        counted, baseline = {"a": 101_100, "b": 100_900, "c": 5, "d": 90_000}, {"a": 100_000, "b": 100_000, "d": 100_000}
        counts = bench_check.judge(counted, baseline, bench_check.MOST)
        assert bench_check.judge(counted, baseline, bench_check.MOST_ELSEWHERE) == (3, 1)
    assert counts == (2, 2) and "FAIL a" in said.getvalue() and "FAIL c" in said.getvalue() and "better: d" in said.getvalue()


# ---- runs -----------------------------------------------------------------------------------------------

def tiny(**changes):
    values = {"exact": (), "timed": (), "listened": (), "states": (), "rounds": (1, 1), "listened_rounds": 1, "runs": 2, "part": 64}
    return plan.Extent(**{**values, **changes})


def begin(folder):
    with replaced(session, RESULTS=folder):
        return session.Session(session.new_folder())


@contextlib.contextmanager
def planned(folder, extent, chosen):
    """A plan over copies of MINIPY: nothing is built."""
    one = begin(folder)
    with replaced(designs, make=lambda design, *rest: MINIPY if design.ours else design.binary):
        work = plan.Plan(one, extent, folder, chosen)
        work.build()
        yield work
    one.close()


def test_a_design_is_added_by_a_row(folder):
    row = designs.Design("another", "added by a test", ("PROBES=gate", "OPT=-O3"))
    with replaced(designs, DESIGNS=[*designs.DESIGNS, row]), \
            planned(folder, tiny(exact=("tuples",), timed=("tuples",)), ["none", "gate", "another"]) as work:
        work.run()
        assert not report.of_kind(work.session.records, "unmeasured"), work.session.records
        assert "another" in report.idle_ratios(work.session.records)["tuples"]
        part = report.exact_instructions(work.session.records)
        assert part.head[-1] == "another %", part.head
        assert part.rows[0][-1] == "+0.0000", part.rows  # A/A: the same build counts the same, to the last instruction


def test_designs_that_share_objects_are_built_one_after_the_other(folder):
    building, most = [], []

    def make(design, names, jobs):
        building.append(design)
        most.append(len(building))
        assert len({d.make[:1] for d in building}) == len(building) and (len(most) > 1 or jobs == 2), building
        time.sleep(0.05)
        building.remove(design)
        return MINIPY

    ours = [design for design in designs.DESIGNS if design.ours]
    with replaced(designs, make=make):
        found = designs.provide_all(ours, folder, lambda design: False, lambda design: None)
    assert list(found) == [d.name for d in ours] and all(map(os.path.exists, found.values())) and max(most) > 1, (found, most)


def test_a_hosts_library_is_asked_for_before_measuring_begins(folder):
    extent, wanted = plan.extent(True), []
    with replaced(designs, make=lambda design, names, jobs: wanted.append((design.name, len(names))) or MINIPY):
        work = plan.Plan(begin(folder), extent, folder)
        work.build()
        work.session.close()
    hosts = {states.by_name(name).design for name in extent.states if states.by_name(name).hosted}
    assert hosts and {name for name, count in wanted if count == 2} == hosts, wanted


# What docs/BENCH.md says of a new design: (file, in whose place, what is put there).
MINE = [
    ("Makefile", "PROBES_DEFINE_call :=", "PROBES_DEFINE_mine := -DMINIPY_PROBES_MINE\nPROBES_DEFINE_call :="),
    ("probes/design.h", "#if !defined MINIPY_PROBES_NONE", "#if !defined MINIPY_PROBES_MINE && !defined MINIPY_PROBES_NONE"),
    ("probes/design.h", "#if PROBES_ALWAYS ||", "#if PROBES_ALWAYS || defined MINIPY_PROBES_MINE ||"),
    ("vm/eval/eval.c", "#if defined MINIPY_PROBES_NOP\n#define LINE_WANTED()", """#if defined MINIPY_PROBES_MINE
static uint64_t units_run;
#define LINE_WANTED() (units_run++, probe_line_enabled())
#elif defined MINIPY_PROBES_NOP
#define LINE_WANTED()"""),
    ("bench/lab/designs.py", '    Design("call",',
     '    Design("mine", "a semaphore, and a count of the instructions", ("PROBES=mine",)),\n    Design("call",'),
]


@builds
def test_a_design_is_added_as_the_page_says(folder):
    """In a copy of the sources with the objects that all designs share: what is written in five places is a design."""
    for top in ("vm", "compiler", "probes", "stdlib", "include", "bench", "tools"):
        shutil.copytree(os.path.join(ROOT, top), os.path.join(folder, top), ignore=shutil.ignore_patterns("__pycache__", "results"))
    shutil.copy2(os.path.join(ROOT, "Makefile"), folder)
    designs.build(designs.by_name("none"))
    shutil.copytree(os.path.join(ROOT, "build", "objects"), os.path.join(folder, "build", "objects"), copy_function=shutil.copy2)
    for path, place, text in MINE:
        with open(os.path.join(folder, path)) as file:
            old = file.read()
        assert old.count(place) == 1, (path, place)
        with open(os.path.join(folder, path), "w") as file:
            file.write(old.replace(place, text))
    assert sum(text.count("\n") + 1 for *_, text in MINE) < 30
    code = ("from lab import designs, exact, workloads\n"
            "found = {}\n"
            "for name in ('none', 'semaphore', 'mine'):\n"
            "    found[name] = exact.count(designs.build(designs.by_name(name)), workloads.by_name('line_long'), simulate=False)\n"
            "    print(found[name]['counts']['instructions'], {n for n, *_ in exact.notes(designs.build(designs.by_name(name)))} >= {'line'})\n")
    said = subprocess.run(["/usr/bin/python3.11", "-c", code], cwd=os.path.join(folder, "bench"), capture_output=True, text=True,
                          timeout=900, env={**os.environ, "PYTHONPATH": os.path.join(folder, "bench"), "MAKEFLAGS": "", "OPT": "-O1 -g1"})
    assert said.returncode == 0, said.stderr[-1500:]
    (none, _), (semaphore, _), (mine, marked) = [row.split() for row in said.stdout.splitlines()]
    assert float(none) * 1.1 < float(semaphore) < float(mine) and marked == "True", said.stdout


@builds
def test_a_build_is_of_the_design_that_was_asked_for(folder):
    """Its objects may be older than the program of another design that lies in its place."""
    made = []
    for probes in ("gate", "none", "gate"):
        subprocess.run(["make", "-s", "-j2", "-C", ROOT, f"PROBES={probes}", f"OUT={folder}", f"{folder}/minipy"], check=True,
                       env={**os.environ, "MAKEFLAGS": "", "MFLAGS": ""})
        made.append({name for name, *_ in exact.notes(f"{folder}/minipy")})
    os.unlink(os.path.join(ROOT, "build", "linked-" + folder.replace("/", "-")))
    assert made[0] == made[2] > made[1] == set(), made


@builds
def test_programs_run_where_each_instruction_asks_for_its_line():
    """PROBES=nop reads where the instruction before was; programs whose frames lie where others lay show it best."""
    binary = designs.build(designs.by_name("nop"))
    for name in ("mail", "networks", "arguments"):
        own, words = workloads.by_name(name), ("exact", "3")
        said = [subprocess.run([runs, exact.INSIDE, own.path, *words], capture_output=True, text=True, timeout=300)
                for runs in (binary, MINIPY)]
        assert said[0].returncode == 0 and said[0].stdout == said[1].stdout, f"{name}: {said[0]}"


def patched_build():
    """(minipy, libminipy.a) of PROBES=patched, of the objects that the suite `compilers` makes: those of all designs are there then."""
    by_clang = os.path.join(ROOT, "build", "by-clang")
    folder = os.path.join(by_clang, "patched")
    made = [os.path.join(folder, name) for name in ("minipy", "libminipy.a")]
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["make", "-s", "-j2", "-C", ROOT, "PROBES=patched", "CC=clang", "CFLAGS=-Werror",
                    "OPT=-O0 -ffunction-sections -fdata-sections", f"OUT={folder}", f"BUILD={by_clang}/objects", *made], check=True, env={**os.environ, "MAKEFLAGS": "", "MFLAGS": ""})
    return made


@builds
def test_patched_code_makes_the_gates_events():
    binaries = (MINIPY, patched_build()[0])
    programs = glob.glob(os.path.join(ROOT, "tests", "probes", "programs", "[!c]*.py"))
    programs += [w.path for w in workloads.WORKLOADS if w.name in workloads.SPREAD]
    programs += glob.glob(os.path.join(ROOT, "tests", "lang", "generators", "*.py"))
    assert len(programs) > 24, programs
    for path in sorted(programs):
        words = [exact.INSIDE, path, "exact", "1"] if "workloads" in path else [path]
        gate, patched = (re.sub(r"(?m)^[ 0-9.]+", "", subprocess.run(
            [binary, "--trace=calls,lines", *words], capture_output=True, text=True, timeout=300).stderr) for binary in binaries)
        assert gate == patched and gate.count("\n") > 10, f"{path}: {first_difference(gate, patched)}"


@builds
def test_listeners_come_and_go_while_patched_code_runs(folder):
    said = []
    for library in (os.path.join(os.path.dirname(MINIPY), "libminipy.a"), patched_build()[1]):
        host = os.path.join(folder, "arming")
        subprocess.run(["cc", "-O1", "-no-pie", "-Iinclude", "-o", host, "tests/bench/arming.c", library, "-lgmp", "-lm", "-ldl", "-lpthread"],
                       check=True, cwd=ROOT)
        said.append(subprocess.run([host, "tests/bench/arming.py"], capture_output=True, text=True, check=True, cwd=ROOT).stdout)
    assert said[0] == said[1] and said[0].count("\n") > 2000, first_difference(*said)


def first_difference(one, other):
    for number, rows in enumerate(zip(one.splitlines(), other.splitlines())):
        if rows[0] != rows[1]:
            return f"line {number}: {rows}"
    return f"{one.count(chr(10))} and {other.count(chr(10))} lines"


def test_events_are_those_of_the_oracle():
    for name, part in (("generators", 512), ("exceptions", 512), ("coroutines", 512), ("unparse_trees", 28)):
        ours, theirs = (timing.events([binary], workloads.by_name(name), part) for binary in (MINIPY, "/usr/bin/python3.11"))
        assert ours == theirs and ours[0] > 3, (name, ours, theirs)


def test_every_workload_gives_the_oracle_s_result():
    for workload in workloads.WORKLOADS:
        said = [subprocess.run([binary, exact.INSIDE, workload.path, "exact", "1"], capture_output=True, text=True, timeout=300)
                for binary in (MINIPY, "/usr/bin/python3.11")]
        assert said[0].stdout == said[1].stdout != "", (workload.name, said)
        assert workload.about, f"{workload.name} does not say what it does"


def test_there_are_enough_workloads():
    kinds = [w.kind for w in workloads.WORKLOADS]
    assert kinds.count("loop") > 40 and kinds.count("program") >= 10, kinds


def test_a_tracer_counts_what_is_due(folder):
    states.mount_tracefs()
    extent = tiny(listened=("generators",), states=("bpftrace count", "tracefs"))
    with planned(folder, extent, ["gate"]) as work:
        work.run()
        why = [r["why"] for r in report.of_kind(work.session.records, "unmeasured")]
        if why:
            raise Skip(why[0])
        for state, (seen, due, lost) in report.delivered(work.session.records).items():
            assert seen == due > 100 and not lost, (state, seen, due, lost)


def test_what_is_done_is_not_done_again(folder):
    with planned(folder, tiny(timed=("tuples",)), ["none", "gate"]) as work:
        work.run()
        path = os.path.join(work.session.folder, "raw.jsonl")
    before = open(path).read()
    with open(path, "a") as file:
        file.write('{"job": ["idle", "tup')  # where the power went
    again = session.Session(os.path.dirname(path))
    with replaced(designs, make=lambda design, *rest: MINIPY):
        work = plan.Plan(again, tiny(timed=("tuples",)), folder, ["none", "gate"])
        work.do_idle = lambda job: (_ for _ in ()).throw(AssertionError(f"measured again: {job}"))
        work.build()
        work.run()
        again.close()
    assert open(path).read() == before


def test_two_runs_have_folders_of_their_own(folder):
    with replaced(session, RESULTS=folder):
        assert session.new_folder() != session.new_folder()


ON_A_SMALL_DISK = """
import sys
sys.path.insert(0, sys.argv[1])
from lab import session
from lab.base import Broken
session.RESULTS = sys.argv[2]
one = session.Session(session.new_folder())
for turn in range(100000):
    try:
        one.add(["idle", "x", "y", turn], {"best": [1, 1]})
    except Broken as problem:
        print(problem)
        break
kept = session.load(one.folder)[1]
print(turn, len(kept), kept[-1]["job"][3])
open(sys.argv[2] + "/filler", "w").close()  # there is room again
again = session.Session(one.folder)
again.add(["idle", "x", "y", turn], {"best": [1, 1]})
print(len(session.load(one.folder)[1]))
"""


def test_a_disk_that_fills(folder):
    """A tmpfs of 64 KiB, a filler on it: the run says so, keeps each whole record, and goes on when there is room."""
    if os.geteuid() != 0:
        raise Skip("only root may mount a small disk")
    script = os.path.join(folder, "fill.py")
    disk = os.path.join(folder, "disk")
    os.mkdir(disk)
    with open(script, "w") as file:
        file.write(ON_A_SMALL_DISK)
    said = subprocess.run(["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=64k none "$1" && head -c 32768 /dev/zero >"$1/filler" && '
                           'exec /usr/bin/python3.11 "$2" "$3" "$1"', "-", disk, script, os.path.join(ROOT, "bench")],
                          capture_output=True, text=True, timeout=60)
    if "mount:" in said.stderr:
        raise Skip(said.stderr.strip())
    first, counts, after = said.stdout.splitlines() or [said.stderr, "", ""]
    turn, kept, last = map(int, counts.split())
    assert "no space left" in first and "RESUME=" in first and turn == kept == last + 1 > 50 and int(after) == kept + 1, said


@builds
def test_bench_installs_nothing_and_keeps_what_it_has(folder):
    """While another process holds the locks of the package system, `make bench` gets to its measuring; an interrupt is
    no failure, and what was measured then can be reported."""
    with contextlib.ExitStack() as stack:
        if os.geteuid() == 0:
            for path in glob.glob("/var/lib/dpkg/lock*"):
                fcntl.lockf(stack.enter_context(open(path, "r+")), fcntl.LOCK_EX | fcntl.LOCK_NB)
        bench = subprocess.Popen(["make", "-s", "-C", ROOT, "bench", "QUICK=1", "DESIGNS=gate"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, start_new_session=True,
                                 env={**os.environ, "MAKEFLAGS": "", "MFLAGS": ""})
        before = set(glob.glob(os.path.join(session.RESULTS, "*/raw.jsonl")))
        results = None
        try:
            end = time.monotonic() + 300
            while bench.poll() is None and time.monotonic() < end and not results:
                time.sleep(0.2)
                results = [path for path in set(glob.glob(os.path.join(session.RESULTS, "*/raw.jsonl"))) - before
                           if '"exact"' in open(path).read()]
            os.killpg(bench.pid, signal.SIGINT)
            out, said = bench.communicate(timeout=60)
        finally:
            bench.kill()
        assert results, (out, said)
        shutil.rmtree(os.path.dirname(results[0]))
    assert "what was measured is kept" in said and "RESUME=" in said and "| call_empty |" in out, (out, said)


def test_a_full_disk_is_said_and_loses_nothing(folder):
    one = begin(folder)
    one.raw.close()
    one.raw = open("/dev/full", "w")
    try:
        one.add(["idle", "x", "y", 0], {"best": [1, 1]})
    except Broken as problem:
        assert "no space left" in str(problem) and "RESUME=" in str(problem), problem
    else:
        raise AssertionError("a full disk went unnoticed")


def test_a_program_that_hangs(folder):
    path = os.path.join(folder, "hangs.py")
    with open(path, "w") as file:
        file.write("while True:\n    pass\n")
    start = time.monotonic()
    try:
        with timing.Subject([MINIPY], workloads.script(path), limit=1) as subject:
            subject.runs(1)
    except Broken as problem:
        assert "no answer after 1 s" in str(problem), problem
    else:
        raise AssertionError("it answered")
    assert time.monotonic() - start < 10


def test_a_program_that_crashes(folder):
    path = os.path.join(folder, "crashes.py")
    with open(path, "w") as file:
        file.write("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    try:
        with timing.Subject([MINIPY], workloads.script(path)) as subject:
            subject.runs(1)
    except Broken as problem:
        assert "crashed: SIGSEGV" in str(problem), problem
    else:
        raise AssertionError("it answered")


DEAF = """#!/bin/sh
# A tracer that attaches, and hears no signal.
trap '' INT TERM
echo ready
while :; do sleep 1; done
"""
MUTE = """#!/bin/sh
# A tracer that never attaches.
exec sleep 60
"""


def with_tool(folder, text):
    path = os.path.join(folder, "bpftrace")
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)
    return {**os.environ, "PATH": folder + ":" + os.environ["PATH"]}


def attach(folder, text):
    """What comes of a tracer like this one, with little patience."""
    environment = with_tool(folder, text)
    with replaced(os, environ=environment), replaced(states.tracer, WAIT=1.0), replaced(states, need_root=lambda: None), \
            replaced(states.tracer.Bpftrace.end, __defaults__=(2, 1.0)):
        state = states.by_name("bpftrace count")
        try:
            with state.attach(MINIPY, os.getpid(), folder):
                pass
        except (Broken, Unmeasured) as problem:
            return str(problem)
    return "nothing"


def test_a_tracer_that_does_not_end(folder):
    assert "had to be killed" in attach(folder, DEAF)


def test_a_tracer_that_does_not_attach(folder):
    assert "did not attach, twice" in attach(folder, MUTE)


def test_a_tracer_does_not_outlive_who_started_it(folder):
    if not states.tracer.TIED:
        raise Skip("setpriv is not installed")
    code = "import sys, time; import tracer; t = tracer.Bpftrace([], sys.argv[1]); t.wait_for('ready'); print(t.process.pid, flush=True); time.sleep(60)"
    starter = subprocess.Popen(["/usr/bin/python3.11", "-c", code, os.path.join(folder, "out")], stdout=subprocess.PIPE, text=True,
                               env={**with_tool(folder, DEAF), "PYTHONPATH": os.path.join(ROOT, "tools")})
    number = int(starter.stdout.readline())
    assert os.path.exists(f"/proc/{number}")
    starter.kill()
    starter.communicate()
    end = time.monotonic() + 10
    while runs(number) and time.monotonic() < end:
        time.sleep(0.05)
    assert not runs(number), number


def runs(number):
    with contextlib.suppress(OSError), open(f"/proc/{number}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] not in "ZX"
    return False


def test_a_failure_is_tried_again_and_then_told(folder):
    with planned(folder, tiny(timed=("tuples",)), ["none", "gate"]) as work:
        tries = []

        def fails(job):
            tries.append(job)
            raise Broken("it fell over")
        work.do_idle = fails
        work.run()
        assert len(tries) == 4, tries  # two designs, twice each
        assert "it fell over" in report.unmeasured_section(work.session.records).rows[0][1]


def test_a_program_of_the_users(folder):
    path = os.path.join(folder, "mine.py")
    with open(path, "w") as file:
        file.write("import sys\ndef f(n): return n * 2\nprint(sum(f(i) for i in range(int(sys.argv[1]))))\n")
    own = workloads.script(path, ["500"])
    assert timing.events([MINIPY], own) == timing.events(["/usr/bin/python3.11"], own)
    assert exact.count(MINIPY, own, simulate=False)["counts"]["instructions"] > 10000
    said = subprocess.run([MINIPY, "--bench-probes", path + ".not"], capture_output=True, text=True, timeout=60)
    assert said.returncode and "no such program" in said.stderr, said


def test_bench_probes_without_the_sources(folder):
    alone = shutil.copy(MINIPY, os.path.join(folder, "minipy"))
    said = subprocess.run([alone, "--bench-probes", "x.py"], capture_output=True, text=True, timeout=60)
    assert said.returncode == 2 and "needs minipy's sources" in said.stderr, said


# ---- embedding ------------------------------------------------------------------------------------------

def figures_of(ns, memory):
    tasks = re.findall(r"T\((\w+)\)", open(os.path.join(bench_embed.HOSTS, "driver.h")).read())
    return {task: [3 * ns if "ed" in task else ns, 2.0] for task in tasks} | {"memory": [memory, 0], "first": [1e6, 0]}


def test_hosts_of_three_interpreters_do_the_same(folder):
    library = os.path.join(os.path.dirname(MINIPY), "libminipy.a")
    programs, missing = bench_embed.build_all(library, folder)
    rounds = bench_embed.measure(programs, bench_embed.Extent(2, 1, 3), lambda text: None)
    text = bench_embed.table(rounds)
    assert text.count("\n") == len(bench_embed.ROWS) + 1 and "nan" not in text, text
    assert all(r[name]["lines_counted"][1] >= 5 and r[name]["calls_counted"][1] >= 2 for r in rounds for name in r), rounds
    if missing:
        raise Skip("; ".join(missing))


def test_hosts_that_disagree_are_told(folder):
    try:
        bench_embed.agree({"minipy": {"call": 1, "text": 2}, "Lua 5.4": {"call": 1, "text": 3}})
    except Broken as problem:
        assert "text: minipy has 2, Lua 5.4 3" in str(problem)
    else:
        raise AssertionError("they agree")


def test_a_library_that_is_missing_is_named(folder):
    nowhere = bench_embed.Peer("Lua 5.4", "lua.c", "liblua5.4-dev", folder, "lua.h", ())
    with replaced(bench_embed, peers=lambda library: [nowhere]):
        programs, missing = bench_embed.build_all("", folder)
    assert not programs and "liblua5.4-dev is not installed (make install-bench)" in missing[0], (programs, missing)


def test_the_table_of_embedding():
    rounds = [{"minipy": figures_of(20, 2048), "Lua 5.4": figures_of(40, 1024)}] * 3
    rows = bench_embed.table(rounds).splitlines()
    assert "| memory of each of 100 alive; CPython: sub-interpreters | KiB | 2.00 | 1.00 | 0.50 (0.50 to 0.50) |" in rows, rows
    assert rows[2].endswith("| ns | 20.0 | 40.0 | 2.00 (2.00 to 2.00) |"), rows[2]


# ---- how costs grow, and other languages --------------------------------------------------------------

def bench_script(name, *words):
    return subprocess.run([sys.executable, os.path.join(ROOT, "bench", name), "--minipy", MINIPY, *words], capture_output=True, text=True)


def test_no_operation_grows_with_what_it_works_on():
    done = bench_script("scale.py", "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_growth_is_noticed():
    """A list taken from the front costs its length, in any interpreter."""
    with replaced(bench_scale, CASES={"front": (12_000, 0, "l = list(range(n))", "while l: del l[0:1]; l[:] = l")}):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            assert bench_scale.check(MINIPY, ["front"]) == 1, said.getvalue()


def test_programs_in_lua_agree():
    if not shutil.which("lua5.4"):
        raise Skip("lua5.4 is not installed (make install-bench)")
    done = bench_script("lua.py", "--rounds", "1", "bodies", "sorting", "trees", "words")
    assert done.returncode == 0 and "Geometric mean of 4" in done.stdout, done.stdout + done.stderr


def test_operations_stand_beside_those_of_python():
    done = bench_script("operations.py", "--turns", "1", "complex: x", "bytes 3: s.title")
    rows = [line.split(None, 3) for line in done.stdout.splitlines()[2:-1]]
    assert done.returncode == 0 and len(rows) == 12 and "bytes 3: s.title()" in [row[3] for row in rows], done.stdout + done.stderr
    assert all(abs(float(row[0]) - float(row[2]) / float(row[1])) < 0.1 for row in rows), done.stdout
    done = bench_script("operations.py", "no such operation")
    assert done.returncode and "no operation" in done.stderr, done.stdout + done.stderr


# ---- the runner -----------------------------------------------------------------------------------------

def judge(name, test):
    """The verdict, and what it prints."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        wants = test.__code__.co_varnames[:test.__code__.co_argcount]
        try:
            test(*[folder] * len(wants))
        except Skip as why:
            return "skipped", f"SKIP {name}: {why}"
        except Exception as problem:  # whatever it is, the other tests run
            return "failed", f"FAIL {name}: {type(problem).__name__}: {str(problem)[:1500]}"
    return "passed", f"ok   {name} ({time.monotonic() - start:.1f} s)"


def judge_all(names):
    return [judge(name[5:].replace("_", " "), globals()[name]) for name in names]


def put_off(building, day):
    """What does not run on that day, of those that build: all but one, another one each fourth day."""
    return [] if day is None else [name for turn, name in enumerate(building) if (day // 4 - turn) % len(building)]


def main():
    global MINIPY
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=MINIPY)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--day", type=int, help="of what builds one, another one each fourth day, in which bench has its turn (default: all)")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    MINIPY = os.path.abspath(args.minipy)
    tests = {name: test for name, test in globals().items()
             if name.startswith("test_") and all(word in name for word in args.words)}
    building = [name for name, test in tests.items() if hasattr(test, "builds")]
    count, every = dict.fromkeys(("passed", "failed", "skipped"), 0), len(building)
    for name in put_off(building, args.day):
        print(f"SKIP {name[5:].replace('_', ' ')}: every {4 * every}th day, not on day {args.day}")
        count["skipped"] += 1
        building.remove(name)
        del tests[name]
    with ProcessPoolExecutor(2) as pool:
        for verdicts in pool.map(judge_all, [building, *([name] for name in tests if name not in building)]):
            for verdict, text in verdicts:
                count[verdict] += 1
                if args.v or verdict != "passed":
                    print(text, flush=True)
    return suite.finish(**count)


if __name__ == "__main__":
    sys.exit(main())
