"""The workloads: every file of bench/workloads (small loops, one theme each) and of bench/programs
(programs whose work is done by 500 lines of Python and more, of the standard library).

A workload is added by a file there: a line that says what it does, N (a size that takes some 10 ms), and
run(n), whose result must be the same in minipy and python3.11.
"""
import ast
import dataclasses
import os

from .base import BENCH, Broken


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    path: str
    kind: str              # loop, program or script
    arguments: tuple = ()  # of a script

    @property
    def words(self):
        """Its part of inside.py's command line, but for what to do."""
        return ["--script", self.path] if self.kind == "script" else [self.path]

    @property
    def about(self):
        with open(self.path, encoding="utf-8") as file:
            return (ast.get_docstring(ast.parse(file.read())) or "").partition("\n")[0]


def in_folder(folder, kind):
    for name in sorted(os.listdir(os.path.join(BENCH, folder))):
        if name.endswith(".py"):
            yield Workload(name[:-3], os.path.join(BENCH, folder, name), kind)


WORKLOADS = [*in_folder("workloads", "loop"), *in_folder("programs", "program")]

# From the most events a second to the fewest.
SPREAD = ("call_empty", "lines_short", "methods", "generators", "int_loop", "line_long", "str_build", "big_ints",
          "bytes_search")
QUICK = ("call_empty", "generators", "int_loop", "line_long", "str_build", "diff_texts", "settings")


def by_name(name):
    for workload in WORKLOADS:
        if workload.name == name:
            return workload
    raise Broken(f"no workload {name!r}; there are: " + ", ".join(w.name for w in WORKLOADS))


def script(path, arguments=()):
    if not os.path.isfile(path):
        raise Broken(f"{path}: no such program")
    return Workload(os.path.basename(path), os.path.abspath(path), "script", tuple(arguments))
