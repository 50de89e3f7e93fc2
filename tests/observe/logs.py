"""Timelines, coverage, counts, and logs."""
import json
import os
import re
import shutil

from common import ORACLE, Skip, expect, instructions, program, run

PHASES = {"X": {"name", "cat", "ts", "dur", "pid", "tid"}, "M": {"name", "pid", "tid", "args"},
          "i": {"name", "cat", "ts", "pid", "tid", "s"}}


def valid_events(text):
    """The events of a file in Chrome's trace event format, held to its rules: what each phase has, and that what a
    thread does is nested."""
    data = json.loads(text)
    events = data["traceEvents"]
    spans = {}
    for event in events:
        expect(event["ph"] in PHASES, "phase", event)
        expect(PHASES[event["ph"]] <= event.keys(), "keys", event)
        for key, kind in (("name", str), ("pid", int), ("tid", int)):
            expect(isinstance(event[key], kind), key, event)
        if event["ph"] == "X":
            expect(event["dur"] >= 0 and event["ts"] >= 0, "times", event)
            spans.setdefault(event["tid"], []).append((event["ts"], -event["dur"], event["name"]))
        if event["ph"] == "M":
            expect(event["name"] == "thread_name" and isinstance(event["args"]["name"], str), event)
        if event["ph"] == "i":
            expect(event["s"] in "gpt", event)
    for of_thread in spans.values():
        open_ends = []
        for start, negative, name in sorted(of_thread):
            end = start - negative
            while open_ends and open_ends[-1] <= start:
                open_ends.pop()
            expect(not open_ends or end <= open_ends[-1] + 0.002, "not nested:", name, start, end, open_ends[-1:])
            open_ends.append(end)
    return events


def timeline_is_valid_and_complete(target):
    events = valid_events(target.text("timeline", program("seen")))
    seen = {(event.get("cat"), event["name"]) for event in events}
    for wanted in (("call", "outer"), ("call", "waiter"), ("gc", "collection of generation 1"), ("import", "colorsys"),
                   ("compile", program("seen")), ("lock", "lock"), ("mark", "here")):
        expect(wanted in seen, wanted, sorted(seen, key=str)[:40])
    names = [e["args"]["name"] for e in events if e["ph"] == "M"]
    expect(len(names) == 2 and names[0].startswith("first thread"), names)
    mark = next(e for e in events if e["ph"] == "i")
    expect(mark["args"]["text"] == "1 two", mark)
    return f"{len(events)} events"


def timeline_without_short_calls(target):
    calls = [e for e in valid_events(target.text("timeline:min=15000", program("busy"), "2")) if e.get("cat") == "call"]
    expect({"heavy", "spin"} <= {e["name"] for e in calls} and all(e["dur"] >= 15000 for e in calls), calls)


def counts_of_trace(interpreter, target):
    """What CPython's module trace counts, by minipy or the oracle: {(file, line): count}."""
    file = target.path("counts")
    if interpreter != ORACLE:
        target.trace("line_counts", program("lines"), name="counts")
    else:
        run([ORACLE, "-m", "trace", "--count", "--file", file, "--coverdir", target.folder, program("lines")])
    code = "import pickle, sys; print({k[1]: v for k, v in pickle.load(open(sys.argv[1], 'rb'))[0].items() if k[0].endswith('lines.py')})"
    return eval(run([ORACLE, "-c", code, file]).stdout)


def line_counts_are_those_of_trace(target):
    wanted, seen = counts_of_trace(ORACLE, target), counts_of_trace(target.binary, target)
    expect(len(wanted) > 20 and wanted == seen, wanted, seen)
    report = run([ORACLE, "-m", "trace", "--report", "--missing", "--file", target.path("counts"), "--coverdir", target.folder])
    with open(target.path("lines.cover"), encoding="utf-8") as file:
        expect(re.search(r"^ +5:         total \+= i$", file.read(), re.M), report)


def parts(text):
    """Of an lcov tracefile: {line: count}, {function: count}."""
    lines = {int(a): int(b) for a, b in re.findall(r"^DA:(\d+),(\d+)$", text, re.M)}
    return lines, {b: int(a) for a, b in re.findall(r"^FNDA:(\d+),(.*)$", text, re.M)}


def coverage_lines_are_those_that_ran(target):
    counts = counts_of_trace(ORACLE, target)
    lines, functions = parts(target.text("coverage", program("lines")))
    expect({line for line, count in lines.items() if count} == set(counts), lines, counts)
    missed = {line for line, count in lines.items() if not count}
    with open(program("lines"), encoding="ascii") as file:
        source = file.read().splitlines()
    expect({source[line - 1].strip() for line in missed} == {
        'return "three"', "n += 1", "return n", "total -= 1", "return 1", "return self.value", 'print("never")'}, missed)
    expect({n for n, c in functions.items() if not c} == {"never", "Thing.unused"}, functions)
    counted, _ = parts(target.text("coverage:counts=yes", program("lines")))
    expect({k: v for k, v in counted.items() if v} == counts, counted, counts)


def ways(text):
    """Of an lcov tracefile: {line: [how often each way was taken, of each block]}, without the blocks' order."""
    found = {}
    for line, block, number, count in re.findall(r"^BRDA:(\d+),(\d+),(\d+),(\d+|-)$", text, re.M):
        counts = found.setdefault(int(line), {}).setdefault(int(block), [])
        expect(len(counts) == int(number), "numbers of ways", line, number)
        counts.append(0 if count == "-" else int(count))
    return {line: sorted(blocks.values()) for line, blocks in found.items()}


def branches_are_those_of_settrace(target):
    """Which lines branch, where to, and how often, as python3.11's code objects and sys.settrace have it (ways.py)."""
    lines = 0
    for name in ("branches", "lines", "calls"):
        done = run([ORACLE, os.path.join(os.path.dirname(__file__), "ways.py"), program(name)])
        wanted = {}
        for line, _, to in json.loads(done.stdout.splitlines()[-1]):
            wanted.setdefault(line, []).append([count for _, count in to])
        wanted = {line: sorted(blocks) for line, blocks in wanted.items()}
        counted = target.text(f"coverage:counts=yes:files={name}.py", program(name))
        expect(ways(counted) == wanted, name, {k: (wanted.get(k), ways(counted).get(k)) for k in wanted.keys() | ways(counted).keys()
                                               if wanted.get(k) != ways(counted).get(k)})
        text = target.text(f"coverage:files={name}.py", program(name))
        once = {line: sorted([int(n > 0) for n in way] for way in blocks) for line, blocks in wanted.items()}
        expect(ways(text) == once, name, ways(text), once)
        all_ = [n for blocks in once.values() for way in blocks for n in way]
        expect(f"BRF:{len(all_)}\nBRH:{sum(all_)}\n" in text, name, "sums")
        expect("BR" not in target.text(f"coverage:branches=no:files={name}.py", program(name)), "branches=no")
        lines += len(wanted)
    expect(lines > 40, lines)
    return f"{lines} lines that branch"


def what_is_covered_costs_nothing(target):
    """A loop of which all ways were taken is not heard of again: it takes the instructions that it takes without."""
    code = ("import sys\ndef f(n):\n  t = 0\n  for i in range(n):\n    if i % 3:\n      t += 1\n    else:\n      t -= 1\n  return t\n"
            "f(10); f(0)\nf(int(sys.argv[1]))")
    plain = instructions(target, code)
    covered = instructions(target, code, options=["--trace=coverage", "-o", target.path("out")])
    expect(plain > 500_000 and covered < 1.01 * plain, "covered:", covered, "plain:", plain)
    return f"{plain} instructions for 20,000 rounds, and {covered}"


def coverage_of_genhtml(target):
    if not shutil.which("genhtml"):
        raise Skip("no genhtml here (Debian: lcov)")
    file = target.trace("coverage", program("lines"))
    done = run(["genhtml", "--branch-coverage", "-o", target.path("html"), file])
    expect(re.search(r"branches\.*: 71\.4% \(10 of 14 branches\)", done.stdout), done.stdout)
    expect(done.returncode == 0 and re.search(r"lines\.*: 7[0-9]\.\d% \(\d+ of \d+ lines\)", done.stdout), done)
    expect(re.search(r"functions\.*: \d+\.\d% \(\d of \d+ functions\)", done.stdout), done.stdout)


def function_counts_as_count(target):
    rows = re.findall(r"^  (\S.{49}) +(\d+)$", target.text("function_counts:files=calls.py", program("calls")), re.M)
    counts = {name.rstrip().rpartition(":")[2]: int(count) for name, count in rows}
    expect(counts["fib"] == 182 and counts["numbers"] == 28, counts)
    expect([int(c) for _, c in rows] == sorted(int(c) for _, c in rows), "not sorted")


def function_latency_as_quantize(target):
    text = target.text("function_latency:files=busy.py", program("busy"), "4")
    part = text.partition(":heavy\n")[2].partition("\n\n")[0]
    rows = [(int(a), len(b), int(c)) for a, b, c in re.findall(r"^ +(\d+) \|(@*) +(\d+) *$", part, re.M)]
    expect("------------- Distribution -------------" in part, text[:300])
    expect(sum(row[2] for row in rows) == 4 and sum(row[1] for row in rows) in range(38, 43), rows)
    expect(all(16777216 <= value <= 134217728 for value, _, count in rows if count), rows)


def gc_log_has_each_collection(target):
    text = target.text("gc_log", program("seen"))
    rows = re.findall(r"^ +[\d.]+ s  generation (\d)  pause +([\d.]+) us  collected +\d+  live +\d+", text, re.M)
    end = re.search(r"^(\d+) collections, ([\d.]+) ms in all; pauses in ns:$", text, re.M)
    expect(end and int(end[1]) == len(rows) and "1" in {row[0] for row in rows}, text)
    expect(abs(sum(float(row[1]) for row in rows) / 1000 - float(end[2])) < 0.01, text)


def import_times_as_importtime(target):
    row = r"import time: +(\d+) \| +(\d+) \| ( *)(\S+)"
    head, *lines = target.text("import_times", "-c", "import colorsys, json.decoder").splitlines()
    oracle = run([ORACLE, "-X", "importtime", "-c", "import colorsys, json.decoder"]).stderr.splitlines()
    plain = run([target.binary, "-X", "importtime", "-c", "import colorsys, json.decoder"]).stderr.splitlines()
    expect(head == oracle[0] == plain[0], head, oracle[0], plain[0])
    names = []
    for text in (lines, oracle[1:], plain[1:]):
        found = [re.fullmatch(row, line) for line in text]
        expect(found and all(found), text[:4])
        names.append([(len(m[3]), m[4]) for m in found if m[4] in ("colorsys", "json", "json.decoder", "json.scanner")])
        expect(all(int(m[1]) <= int(m[2]) for m in found), "self is more than cumulative")
    expect(names[0] == names[1] == names[2] and len(names[0]) == 5, names)


def exception_log_as_json(target):
    rows = [json.loads(line) for line in target.text("exception_log:files=seen.py", program("seen")).splitlines()]
    rows = [row for row in rows if row["function"] == "outer"]
    expect([row["event"] for row in rows] == ["raise", "handled"], rows)
    expect(rows[0]["type"] == "LookupError" and rows[0]["message"] == "lost <it>" and rows[0]["line"] > 20, rows)


def audit_log_as_json(target):
    rows = [json.loads(line) for line in target.text("audit_log", program("seen")).splitlines()]
    row = next((row for row in rows if row["event"] == "tests.seen"), None)
    expect(row and row["args"] == "(1, 'two')" and os.path.samefile(row["file"], program("seen")), rows[-3:])


def any_text_is_json(target):
    name = 'a"b\\c\n</script>\x01\x7f\xe9\U0001f600'
    text = target.text("timeline:calls=no", "-c", f"import probes; probes.mark({ascii(name)}, '<!--', '<x>')")
    mark = next(e for e in json.loads(text)["traceEvents"] if e["ph"] == "i")
    expect(mark["name"] == name and mark["args"]["text"] == "<!-- <x>", mark)
    expect("</" not in text and "<!" not in text, "it could end a page's script")


CHECKS = [any_text_is_json, timeline_is_valid_and_complete, timeline_without_short_calls, line_counts_are_those_of_trace,
          coverage_lines_are_those_that_ran, branches_are_those_of_settrace, what_is_covered_costs_nothing, coverage_of_genhtml, function_counts_as_count,
          function_latency_as_quantize, gc_log_has_each_collection, import_times_as_importtime, exception_log_as_json,
          audit_log_as_json]
