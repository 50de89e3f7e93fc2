"""The designs: ways to build probes into an interpreter. The one list is DESIGNS.

A design is added by a row here; one of minipy also by what `make PROBES=name` does (probes/, Makefile).
"""
import concurrent.futures
import contextlib
import dataclasses
import fcntl
import os
import re
import shutil

from .base import ORACLE, ROOT, Broken, Unmeasured, run

BUILD_LIMIT = 3600


@dataclasses.dataclass(frozen=True)
class Design:
    name: str
    about: str
    make: tuple = ()        # variables of `make`; empty: not built here
    binary: str = ""        # where it is, if it is not built here
    baseline: str = "none"  # what its idle cost is compared with; "": nothing
    markers: str = "all"    # which markers tracers see: all, none
    counted: bool = True    # False: executes what another design does, instruction by instruction

    @property
    def ours(self):
        return bool(self.make)

    @property
    def folder(self):
        return os.path.join(ROOT, "build", "bench", "-".join(word.partition("=")[2] for word in self.make))


DESIGNS = [
    Design("none", "no markers at all: what the others are compared with", ("PROBES=none",), baseline="", markers="none"),
    Design("gate", "sites behind the word that the loop polls anyway (the default)", ("PROBES=gate",)),
    Design("gate again", "the same build, copied: what differs here is the machine's noise (A/A)", ("PROBES=gate",), baseline="gate",
           counted=False),
    Design("semaphore", "a test of a semaphore at each site, for `line` at each instruction: CPython's way", ("PROBES=semaphore",)),
    Design("jump", "a five-byte nop at each site, made a jump while a tracer is there (a jump label)", ("PROBES=jump",)),
    Design("patched", "nothing; instructions are replaced in the code objects while somebody listens (PEP 669)", ("PROBES=patched",)),
    Design("nop", "a one-byte nop in the loop, its arguments always ready in registers, no semaphore", ("PROBES=nop", "SITE_NOP=1")),
    Design("nop, 5 bytes", "the same with a five-byte nop", ("PROBES=nop",), counted=False),
    Design("call", "arguments worked out and a function called at each site, listener or not", ("PROBES=call",)),
    Design("gate, 1-byte nops", "gate with the nop of <sys/sdt.h>, which every kernel traces by a trap", ("PROBES=gate", "SITE_NOP=1"),
           counted=False),
    Design("python3.11", "CPython as installed", binary=ORACLE, baseline="", markers="none"),
]
for variable, about, baseline in (("PYTHON_PLAIN", "CPython built without --with-dtrace", ""),
                                  ("PYTHON_DTRACE", "CPython built with --with-dtrace", "PYTHON_PLAIN")):
    if os.environ.get(variable):
        DESIGNS.append(Design(variable, about, binary=os.environ[variable],
                              baseline=baseline if os.environ.get(baseline) else "", markers="none"))


def by_name(name):
    for design in DESIGNS:
        if design.name == name:
            return design
    raise Broken(f"no design {name!r}; there are: " + ", ".join(d.name for d in DESIGNS))


@contextlib.contextmanager
def turn():
    """Two runs in one tree take turns at building."""
    os.makedirs(os.path.join(ROOT, "build", "bench"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "bench", "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(design, names=("minipy",), jobs=2):
    """The path of the first of these, made in the design's folder; of the interpreter that is not built here."""
    if not design.ours:
        if not os.access(design.binary, os.X_OK):
            raise Unmeasured(f"{design.binary} is no program")
        return design.binary
    os.makedirs(design.folder, exist_ok=True)
    targets = [os.path.join(design.folder, name) for name in names]
    run(["make", "-s", f"-j{jobs}", "-C", ROOT, *design.make, "OUT=" + design.folder, *targets], BUILD_LIMIT,
        env={**os.environ, "MAKEFLAGS": "", "MFLAGS": ""})
    return targets[0]


def build(design, *names):
    """Its interpreter, or others of its files."""
    with turn():
        return make(design, names or ("minipy",))


def provide_all(some, folder, hosts, tell):
    """Builds them, with the library where hosts(design), and gives the run copies of its own: tracers know programs by
    their files, so two runs at once would count each other's events, and a build meanwhile would change what is
    measured. {name: path, or what went wrong}; tell(design) is called at the end of each."""
    def provide(design, jobs):
        try:
            made = make(design, ("minipy", "libminipy.a") if hosts(design) else ("minipy",), jobs)
            own = os.path.join(folder, re.sub(r"\W+", "-", design.name))
            os.makedirs(own, exist_ok=True)
            return shutil.copy(made, os.path.join(own, "minipy")) if design.ours else made
        except (Unmeasured, Broken) as problem:
            return problem

    def provide_group(group):
        for design in group:
            found[design.name] = provide(design, 1)
            tell(design)

    with turn(), concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        # The first brings the objects that all share; then each is one processor's, but for those that share more.
        found, groups = {design.name: None for design in some}, {}
        found[some[0].name] = provide(some[0], 2)
        tell(some[0])
        for design in some[1:]:
            groups.setdefault(design.make[:1] or design.name, []).append(design)
        list(pool.map(provide_group, groups.values()))
        return found
