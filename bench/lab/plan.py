"""Which jobs there are: for a quick run, a full one, and for a program of the user's.

A job is (key, estimated seconds, function); what the function returns is its record. What is not done yet is
done in the order of the list; timed jobs are shuffled within each round, so that what drifts hits all alike.
"""
import concurrent.futures
import dataclasses
import os
import random
import shutil
import tempfile

from . import designs, exact, machine, states, timing, workloads
from .base import ORACLE, Broken, Unmeasured


@dataclasses.dataclass(frozen=True)
class Extent:
    """How much is measured."""
    exact: tuple       # workloads that are counted
    timed: tuple       # and timed idle
    listened: tuple    # and timed while somebody listens
    states: tuple
    rounds: tuple      # at least so many, at most so many
    listened_rounds: int
    runs: int          # timed runs in each process
    part: int          # while somebody listens a run is this part of the workload
    timelines: tuple = ()
    narrow: float = 0.02  # no more rounds of those whose intervals are narrower


def extent(quick):
    every = tuple(w.name for w in workloads.WORKLOADS if w.name != "empty")
    if quick:
        return Extent(workloads.QUICK, workloads.QUICK[:4], ("call_empty", "generators", "line_long"),
                      states.QUICK, (5, 7), 1, 3, 32, ("call_empty",))
    return Extent(every, every, workloads.SPREAD, tuple(s.name for s in states.STATES), (5, 9), 2, 5, 16,
                  ("call_empty", "generators"))


# Seconds that jobs take on two processors of 2026; the progress bar corrects them as it goes.
SECONDS = {"loop": {"count": 0.9, "time": 0.09}, "program": {"count": 2.8, "time": 0.25}, "script": {"count": 5, "time": 1}}
EXTERNAL, PRINTING, INSIDE, TIMELINE, BUILD = 1, 2.5, 0.3, 8, 5

FIRST = 5  # the first build takes as long as so many more


def of_script(name):
    """A program of the user's: every design and state on it alone."""
    return Extent((name,), (name,), (name,), tuple(s.name for s in states.STATES), (3, 9), 2, 3, 1, ())


class Plan:
    def __init__(self, session, extent, folder, chosen=None, extra=()):
        self.session, self.extent, self.folder = session, extent, folder
        self.workloads = {w.name: w for w in [*workloads.WORKLOADS, *extra]}
        self.designs, self.binaries = [], {}
        self.chosen = chosen or [d.name for d in designs.DESIGNS]

    # ---- what is needed first ---------------------------------------------------------------------

    def build(self):
        self.session.expect(BUILD * (len(self.chosen) + FIRST))
        hosts = {state.design for state in map(states.by_name, self.extent.states) if state.hosted}
        found = designs.provide_all([designs.by_name(name) for name in self.chosen], self.folder,
                                    lambda design: design.name in hosts, self.built)
        for name, path in found.items():
            if isinstance(path, str):
                self.binaries[name] = path
                self.designs.append(designs.by_name(name))
            elif name in ("none", "gate"):
                raise Broken(f"without the design {name} there is nothing to compare: {path}")
            else:
                self.skip(["design", name], str(path))

    def built(self, design):
        first = design.name == self.chosen[0]
        self.session.progress(BUILD * (1 + FIRST * first), f"built {design.name}")

    def skip(self, job, why):
        self.session.log(f"not measured: {' '.join(map(str, job))}: {why}")
        if not self.session.has(["unmeasured", *job]):
            self.session.add(["unmeasured", *job], {"why": why})

    def of(self, job):
        return self.binaries[job[2]], self.workloads[job[1]]

    # ---- the jobs ---------------------------------------------------------------------------------

    def jobs(self):
        """Groups of jobs, in order; within the timed ones the order is random."""
        yield "sites", [(["sites", d.name], 0.3, self.do_sites) for d in self.designs if d.ours]
        yield "exact", [(["exact", w, d.name], self.seconds(w, "count") * (1 if d.ours else 2.5), self.do_exact)
                        for w in self.extent.exact for d in self.designs if self.teaches("count", w, d)]
        yield "events", [(["events", w, part], 0.5, self.do_events)
                         for w, part in dict.fromkeys([*((w, self.extent.part) for w in (*self.extent.listened, "empty")),
                                                       *((w, 1) for w in self.extent.timed)])]
        for turn in range(self.extent.rounds[1]):
            yield f"idle {turn}", self.shuffled(turn, [
                (["idle", w, d.name, turn], self.seconds(w, "time"), self.do_idle)
                for w in self.extent.timed for d in self.designs if self.teaches("time", w, d)])
        for turn in range(self.extent.listened_rounds):
            yield f"states {turn}", self.shuffled(turn, [
                (["state", w, s, turn], self.listening(states.by_name(s)), self.do_state)
                for w in (*self.extent.listened, "empty") for s in self.extent.states
                if states.by_name(s).design in self.binaries])
        yield "timeline", [(["timeline", w], TIMELINE, self.do_timeline) for w in self.extent.timelines]

    def seconds(self, workload, what):
        return SECONDS[self.workloads[workload].kind][what]

    @staticmethod
    def listening(state):
        return PRINTING if "printf" in state.action else EXTERNAL if state.external else INSIDE

    def teaches(self, what, workload, design):
        """A design that executes what another does is timed on the spread alone, and CPython, whose counts are
        compared with nothing, counted on a quick run's workloads alone. Programs of the user's have all."""
        if self.workloads[workload].kind == "script":
            return what == "time" or design.counted
        if what == "count":
            return design.counted and (design.ours or workload in workloads.QUICK)
        return design.counted or design.name == "gate again" or workload in (*workloads.SPREAD, *workloads.QUICK)

    @staticmethod
    def shuffled(turn, jobs):
        """The workloads in random order; what is compared on one comes together, in random order: so both are measured
        while the machine is as fast or slow as it is then."""
        rng = random.Random(turn)
        places = {name: rng.random() for name in sorted({key[1] for key, _, _ in jobs})}
        return sorted(jobs, key=lambda job: (places[job[0][1]], rng.random()))

    def do_sites(self, job):
        return exact.sites(self.binaries[job[1]])

    def do_exact(self, job):
        return exact.count(*self.of(job))

    def do_events(self, job):
        _, name, part = job
        ours = timing.events([self.binaries["gate"]], self.workloads[name], part)
        theirs = timing.events([ORACLE], self.workloads[name], part) if os.access(ORACLE, os.X_OK) else None
        return {"events": ours, "oracle": theirs}

    def do_idle(self, job):
        """From a copy of its own: about one copy in a hundred runs calls at little more than half the speed, by
        where the kernel put its pages (docs/BENCH.md); so that is one round, and no design."""
        binary, workload = self.of(job)
        processor = timing.processor_of(job[3])
        if not designs.by_name(job[2]).ours:
            return timing.idle_sample([binary], workload, self.extent.runs, processor=processor)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            return timing.idle_sample([shutil.copy(binary, folder)], workload, self.extent.runs, processor=processor)

    def do_state(self, job):
        _, name, state, _ = job
        state = states.by_name(state)
        sample = timing.listened_sample(state, self.binaries[state.design], self.workloads[name], self.extent.runs,
                                        self.extent.part, self.folder)
        return {**sample, "markers": state.markers}

    def do_timeline(self, job):
        return timing.timeline(states.by_name("bpftrace count"), self.binaries["gate"], self.workloads[job[1]], 64,
                               self.folder)

    # ---- doing them -------------------------------------------------------------------------------

    def do(self, job, function, attempts=2):
        """(record, None), or (None, why there is none): what fails is tried once more."""
        why = ""
        for attempt in range(attempts):
            try:
                return function(job), None
            except Unmeasured as problem:
                return None, str(problem)
            except Broken as problem:
                why = str(problem)
                self.session.log(f"attempt {attempt + 1} failed: {' '.join(map(str, job))}: {why}")
        return None, why

    def settled(self):
        """The (workload, design) that need no further round: their intervals are narrow enough, and none is wide for
        which they are the baseline."""
        from . import report
        base, all_timed, wide = report.baselines(), set(), set()
        for workload, row in report.idle_ratios(self.session.records).items():
            for design, (figure, low, high) in row.items():
                all_timed |= {(workload, design), (workload, base[design])}
                if high - low >= self.extent.narrow * figure:
                    wide |= {(workload, design), (workload, base[design])}
        return all_timed - wide

    def run(self):
        todo = [(group, [j for j in jobs if not self.session.has(j[0]) and not self.session.has(["unmeasured", *j[0]])])
                for group, jobs in self.jobs()]
        optional = {f"idle {turn}" for turn in range(self.extent.rounds[0], self.extent.rounds[1])}
        width = os.cpu_count() or 1
        total = sum(s / (width if g == "exact" else 1) for g, jobs in todo for _, s, _ in jobs)
        self.session.log(f"{sum(len(jobs) for _, jobs in todo)} jobs, some {total / 60:.0f} minutes")
        self.session.expect(total)
        for group, jobs in todo:
            settled = self.settled() if group in optional else ()
            self.session.gone += sum(seconds for job, seconds, _ in jobs if tuple(job[1:3]) in settled)
            self.run_group([j for j in jobs if tuple(j[0][1:3]) not in settled], width if group == "exact" else 1)
        if not self.session.has(["noise"]):
            self.session.add(["noise"], {"signs": machine.noise(self.session.records)})

    def run_group(self, jobs, width):
        """So many at once. Who interrupts waits for those alone."""
        pool = concurrent.futures.ThreadPoolExecutor(width)
        try:
            made = pool.map(lambda j: self.do(j[0], j[2]), jobs)
            for (job, seconds, _), (record, why) in zip(jobs, made):
                if record is not None:
                    self.session.add(job, record)
                else:
                    self.skip(job, why)
                self.session.progress(seconds / width, " ".join(map(str, job)))
        finally:
            pool.shutdown(cancel_futures=True)
