"""The in-process consumers (--trace=...): no root, no tracer, the same events."""
import re

from common import BEGIN, END, Failure, run

# The calls of examples/call_stack.py below start(): E entry, R return, name:line.
CALL_STACK = """E start:23, E function_1:1, E function_3:9, R function_3:10, R function_1:2,
E function_2:5, E function_1:1, E function_3:9, R function_3:10, R function_1:2,
R function_2:6, E function_3:9, R function_3:10, E function_4:13, R function_4:14,
E function_5:18, R function_5:21, R start:28""".replace("\n", " ").split(", ")

# What the lines of --trace start with, and the oracle's word for it.
NAMES = {
    "function-entry": "entry", "function-return": "return", "line": "line",
    "gc-start": "gc_start", "gc-done": "gc_done",
    "import-find-load-start": "import_start", "import-find-load-done": "import_done",
    "audit": "audit",
}
WORDS = {
    "calls": ["entry", "return"], "lines": ["line"], "gc": ["gc_start", "gc_done"],
    "imports": ["import_start", "import_done"], "audit": ["audit"],
    "calls,lines": ["entry", "return", "line"],
    "all": list(NAMES.values()), "calls,gc": ["entry", "return", "gc_start", "gc_done"],
}
# The program's own text may stand before it in its line.
LINE = re.compile(r"(\d+)\t *([a-z-]+):( *)(.*)$")


def trace(target, spec, program):
    """Runs the program; [(time, marker, depth, text)]."""
    result = run([target.binary, "-S", f"--trace={spec}", program.script], check=False)
    found = []
    for line in result.stderr.splitlines():
        match = LINE.search(line)
        if match and match[2] in NAMES:
            found.append((int(match[1]), match[2], len(match[3]), match[4]))
    return found


def base_events(program, kinds):
    """The oracle's events with the files' base names, as --trace shows them."""
    return [(event[0], *(field.rpartition("/")[2] for field in event[1:]))
            for stream in program.streams.values()
            for event in stream if event[0] in kinds]


def take_ours(found, program):
    """Of what trace() found, the program's own, as (kind, text)."""
    bases = {event[1].rpartition("/")[2] for event in program.events
             if event[0] == "entry"}
    seen = []
    for _, marker, _, text in found:
        kind = NAMES[marker]
        first = text.partition(":")[0]
        if kind in ("entry", "return", "line"):
            if first not in bases:
                continue
        elif not program.is_ours((kind, first)):
            continue
        seen.append((kind, text))
    return seen


def count_outside(target):
    """Sets how many collections there are before and after those that a program asks for."""
    for program in target.programs:
        found = take_ours(trace(target, "calls,gc,audit", program), program)
        if BEGIN not in found or END not in found:
            continue
        begin, end = found.index(BEGIN), found.index(END)
        last = max(i for i, event in enumerate(found) if event[0] == "return")
        starts = [i for i, event in enumerate(found) if event[0] == "gc_start"]
        program.before = sum(i < begin for i in starts)
        program.after = sum(i > end for i in starts)
        program.after_in_script = sum(end < i < last for i in starts)


def compare(target, spec, program):
    """Raises Failure unless --trace shows the oracle's events of this program."""
    wanted = [(kind, ":".join(rest)) for kind, *rest in base_events(program, WORDS[spec])]
    seen = program.inside(take_ours(trace(target, spec, program), program))
    if program.has_children:  # they write to one file, in no order
        seen, wanted = sorted(seen), sorted(wanted)
    if seen != wanted:
        pairs = enumerate(zip(seen, wanted))
        at = next((i for i, (one, other) in pairs if one != other),
                  min(len(seen), len(wanted)))
        start = max(at - 2, 0)
        raise Failure(f"{program.name}: {len(wanted)} events wanted, {len(seen)} seen; "
                      f"event {at}:\n    wanted {wanted[start:at + 3]}"
                      f"\n    saw    {seen[start:at + 3]}")


def check_spec(target, spec):
    failures = []
    for program in target.programs:
        if program.name == "children_started":  # what is started has no --trace
            continue
        try:
            compare(target, spec, program)
        except Failure as failure:
            failures.append(str(failure))
    if failures:
        raise Failure("\n".join(failures))


def check_layout(target):
    """Columns, indent and times of the CPython manual's call_stack output."""
    program = target.find("call_stack")
    found = trace(target, "calls:start", program)
    got = [("E " if marker == "function-entry" else "R ") + text.partition(":")[2]
           for _, marker, _, text in found]
    if got != CALL_STACK:
        raise Failure(f"wanted {CALL_STACK}, got {got}")
    depth = 0
    for _, marker, indent, text in found:
        depth -= marker == "function-return"
        if indent != depth:
            raise Failure(f"{text}: indent {indent}, wanted {depth}")
        depth += marker == "function-entry"
    times = [row[0] for row in found]
    if times != sorted(times):
        raise Failure("the times go back")
    first = run([target.binary, "-S", "--trace=calls:start", program.script]).stderr
    if not re.search(r"^\d+\t function-entry:call_stack.py:start:23$", first, re.M):
        raise Failure(f"layout: {first[:200]!r}")


def check_bad_spec(target):
    for spec in ("", "call", "calls,", "lines:f", "calls:", "all,nothing"):
        result = run([target.binary, "-S", f"--trace={spec}", target.programs[0].script],
                     check=False)
        if result.returncode != 2:
            raise Failure(f"--trace={spec}: exit {result.returncode}, wanted 2")


def run_checks(target, report):
    count_outside(target)
    for spec in WORDS:
        report.check(f"consumers: --trace={spec}", check_spec, target, spec)
    report.check("consumers: layout and known calls of call_stack.py", check_layout, target)
    report.check("consumers: bad specs are refused", check_bad_spec, target)
