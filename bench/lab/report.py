"""From raw data to tables: the sections of a report, as Markdown and as one HTML page.

A section is a title, two sentences that explain it, a table, and the plots that go with it.
"""
import collections
import dataclasses
import html
import os

from . import designs, machine, plots, session, states, stats, workloads
from .exact import MEASURES


@dataclasses.dataclass
class Section:
    title: str
    text: str
    head: list = dataclasses.field(default_factory=list)
    rows: list = dataclasses.field(default_factory=list)
    plots: tuple = ()


# ---- figures --------------------------------------------------------------------------------------------

def of_kind(records, kind):
    return [r for r in records if r["kind"] == kind]


def baselines():
    return {d.name: d.baseline for d in designs.DESIGNS}


def compared(names):
    """The designs among these that have a baseline, in the order of the list."""
    return [d.name for d in designs.DESIGNS if d.baseline and d.name in names and d.baseline in names]


def counts(records):
    """{workload: {design: {measure: count}}}"""
    found = collections.defaultdict(dict)
    for r in of_kind(records, "exact"):
        found[r["job"][1]][r["job"][2]] = r["counts"]
    return found


def outputs_that_differ(records):
    """Workloads whose result is not the same in every interpreter."""
    said = collections.defaultdict(set)
    for r in of_kind(records, "exact"):
        said[r["job"][1]].add(r["output"])
    return sorted(name for name, texts in said.items() if len(texts) > 1)


def idle_times(records):
    """{workload: {design: {round: CPU nanoseconds}}}"""
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    for r in of_kind(records, "idle"):
        _, workload, design, turn = r["job"]
        found[workload][design][turn] = r["best"][1]
    return found


def idle_ratios(records):
    """{workload: {design: (ratio to its baseline, lowest, highest)}}"""
    found, base = collections.defaultdict(dict), baselines()
    for workload, times in idle_times(records).items():
        for name in compared(times):
            ours, theirs = times[name], times[base[name]]
            pairs = [(ours[turn], theirs[turn]) for turn in ours if turn in theirs]
            if pairs:
                found[workload][name] = stats.ratio_in_turns(pairs)
    return found


def own_noise(records):
    """By how much two copies of one build differed at most: no smaller difference is believed."""
    return max((abs(row["gate again"][0] - 1) for row in idle_ratios(records).values() if "gate again" in row), default=0.0)


def events_due(records):
    """{(workload, part): {marker: events of one run}}"""
    return {tuple(r["job"][1:]): dict(zip(("function__entry", "line", "function__return"), r["events"]))
            for r in of_kind(records, "events")}


def listened(records):
    """{state: {workload: [record]}}"""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for r in of_kind(records, "state"):
        _, workload, state, _ = r["job"]
        found[state][workload].append(r)
    return found


def part_of(records):
    """The size at which listeners were timed."""
    return next((r["job"][2] for r in of_kind(records, "events") if r["job"][1] == "empty"), 1)


def due_of(due, workload, part, record):
    """The events of one run that the listener of this record should see; the record says which it waited for."""
    events = due.get((workload, part))
    return sum(events.get(marker, 0) for marker in record["markers"]) if events else None


def in_order(points):
    """States as the list has them; then those that it no longer has."""
    known = [s.name for s in states.STATES if s.name in points]
    return known + [name for name in points if name not in known]


def per_event(records):
    """{state: [(events of a run, CPU nanoseconds that they cost, time alone, workload)]}"""
    due, part, found = events_due(records), part_of(records), {}
    for state, by_workload in listened(records).items():
        points = []
        for workload, rows in by_workload.items():
            events = due_of(due, workload, part, rows[0])
            if events is not None and workload != "empty":
                points += [(events, r["best"][1] - r["alone"][1], r["alone"][1], workload) for r in rows]
        found[state] = points
    return found


def delivered(records):
    """{state: (events seen, events due, lost by the tracer's own account)} over all workloads and rounds."""
    due, part, found = events_due(records), part_of(records), {}
    for state, by_workload in listened(records).items():
        empty = [r for r in by_workload.get("empty", ()) if r["seen"] is not None]
        if not empty:
            continue
        own = empty[0]["seen"] - empty[0]["runs"] * due_of(due, "empty", part, empty[0])
        seen = wanted = lost = 0
        for workload, rows in by_workload.items():
            for r in rows if workload != "empty" else ():
                seen, lost = seen + r["seen"], lost + r["lost"]
                wanted += r["runs"] * due_of(due, workload, part, r) + own
        found[state] = seen, wanted, lost
    return found


# ---- sections -------------------------------------------------------------------------------------------

def percent(ratio, digits=2):
    return f"{(ratio - 1) * 100:+.{digits}f}"


def with_interval(figures):
    figure, low, high = figures
    return f"{percent(figure)} ({percent(low)} to {percent(high)})"


def about_machine(about, records):
    signs = next((r["signs"] for r in of_kind(records, "noise")), machine.noise(records))
    text = "Times are of this machine; counts are of the builds, and the same wherever these run. "
    text += "**The machine was noisy: " + "; ".join(signs) + ".** Counts are not touched by that." if signs else \
        "No sign was seen that other work disturbed the times."
    rows = [[name, str(value)] for name, value in about.items()]
    return Section("What was measured on", text, ["", ""], rows)


def exact_instructions(records):
    found = counts(records)
    names = compared({name for row in found.values() for name in row})
    absolute = [d.name for d in designs.DESIGNS if not d.baseline and any(d.name in row for row in found.values())]
    base, rows, all_ratios = baselines(), [], collections.defaultdict(list)
    for workload, row in found.items():
        cells = [workload]
        for name in names:
            if name in row and base[name] in row:
                ratio = row[name]["instructions"] / row[base[name]]["instructions"]
                all_ratios[name].append(ratio)
                cells.append(percent(ratio, 4))
            else:
                cells.append("")
        rows.append([*cells[:1], *(f"{row[n]['instructions'] / 1e6:.2f}" if n in row else "" for n in absolute), *cells[1:]])
    rows.append(["geometric mean", *[""] * len(absolute), *(percent(stats.geometric_mean(all_ratios[n]), 4) for n in names)])
    return Section(
        "Idle: instructions", "Per cent more instructions than the baseline, of a warm run without start-up, nobody listening. "
        "Counted by callgrind: the same from run to run. Builds whose data lie at other addresses may differ by some tenths of a per "
        "cent where objects are hashed by address.",
        ["workload", *(f"{n}, millions" for n in absolute), *(f"{n} %" for n in names)], rows, ("overhead",))


def exact_measures(records):
    found = counts(records)
    names = compared({name for row in found.values() for name in row})
    base, rows = baselines(), []
    for measure in MEASURES.values():
        cells = [measure]
        for name in names:
            ours = sum(row[name][measure] for row in found.values() if name in row and base[name] in row)
            theirs = sum(row[base[name]][measure] for row in found.values() if name in row and base[name] in row)
            cells.append(percent(ours / theirs) if theirs else "")
        rows.append(cells)
    return Section(
        "Idle: branches and caches", "Per cent more than the baseline over all workloads together: what else the same runs made the "
        "processor do. Caches (32 KiB, 8 ways, for code and for data) and the predictor are callgrind's simulation.",
        ["measure", *(f"{n} %" for n in names)], rows)


def code_sizes(records):
    rows = []
    sizes = {r["job"][1]: r for r in of_kind(records, "sites")}
    base = sizes.get("none")
    for name, r in sizes.items():
        hot = [s for s in r["sites"] if s["marker"] in states.HOT]
        rows.append([name, r["sizes"].get(".text", 0),
                     f"{r['sizes'].get('.text', 0) - base['sizes'].get('.text', 0):+d}" if base else "", len(r["sites"]),
                     "/".join(sorted({str(s["nop bytes"]) for s in hot})) or "-",
                     ", ".join(f"{s['marker']}: {s['function bytes']} in {s['function']}" for s in hot) or "-"])
    return Section("Code", "Bytes of machine code of the whole program, and what the hot markers' sites are made of. "
                   "`bench/disassemble` prints the sites themselves.",
                   ["design", "bytes of .text", "more than none", "sites", "bytes of the nop", "functions that hold them"], rows)


def idle_section(records):
    found = idle_ratios(records)
    names = compared({name for times in idle_times(records).values() for name in times})
    noise, rows = own_noise(records), []
    for workload, row in found.items():
        cells = [workload]
        for name in names:
            _, low, high = row.get(name, (0, 0, 0))
            said = "A/A" if name == "gate again" else stats.verdict(low - noise, high + noise)
            cells.append(f"{with_interval(row[name])}: {said}" if name in row else "")
        rows.append(cells)
    return Section(
        "Idle: time", "Per cent more CPU time than the baseline, with the bootstrap's 95 % interval over rounds of processes in random "
        f"order. `gate again` is the same build as gate: it differed by up to {noise * 100:.1f} %, and no smaller difference is believed.",
        ["workload", *(f"{n} %" for n in names)], rows, ("idle",))


def milliseconds(records):
    """Idle CPU time itself, for designs with a baseline and without."""
    found = idle_times(records)
    names = [d.name for d in designs.DESIGNS if any(d.name in times for times in found.values())]
    rows = [[workload, *(f"{stats.median(times[n].values()) / 1e6:.2f}" if n in times else "" for n in names)]
            for workload, times in found.items()]
    return Section("Idle: milliseconds", "CPU time of one run, the median of all rounds, for every interpreter that was measured. "
                   "What is compared with what stands above.", ["workload", *names], rows)


def states_section(records):
    """Slow-down by state and workload, cost of an event, delivery."""
    points, seen, rows = per_event(records), delivered(records), []
    names = sorted({w for row in listened(records).values() for w in row if w != "empty"},
                   key=lambda w: workloads.SPREAD.index(w) if w in workloads.SPREAD else 99)
    for state in in_order(points):
        cells = [state]
        for workload in names:
            factors = [1 + extra / alone for _, extra, alone, name in points[state] if name == workload]
            cells.append(f"{stats.median(factors):.2f}" if factors else "")
        try:
            figure, low, high = stats.slope([p[:2] for p in points[state]])
            cells.append(f"{figure:.0f} ({low:.0f} to {high:.0f})")
        except ZeroDivisionError:
            cells.append("")
        cells.append("{} of {}{}".format(seen[state][0], seen[state][1], f", {seen[state][2]} lost" if seen[state][2] else "")
                     if state in seen else "")
        rows.append(cells)
    return Section(
        "Somebody listens", "CPU time of a run as a multiple of the same without a listener, in the gate build where no other is named; nanoseconds for each event are "
        "the slope of a straight line through (events, extra time) of all runs. Events seen are those of the whole measured stretch, "
        "events due are worked out from sys.settrace's; a tracer of all markers sees some of the collector, too.",
        ["listener", *(f"{n} x" for n in names), "ns an event", "events seen of due"], rows, ("per_event", "rates"))


def events_section(records):
    rows = []
    for r in of_kind(records, "events"):
        same = "not compared" if r["oracle"] is None else "the same" if r["oracle"] == r["events"] else f"{r['oracle']}"
        rows.append([r["job"][1], f"1/{r['job'][2]}", *r["events"], same])
    return Section("Events of one run", "Calls, lines and returns by sys.settrace in minipy, and whether python3.11 counts the same. "
                   "They are what the markers owe.", ["workload", "size", "calls", "lines", "returns", "python3.11"], rows)


def timeline_section(records):
    rows = []
    for r in of_kind(records, "timeline"):
        phases = {"before": (0, r["came"] - 0.3e9), "during": (r["came"], r["asked"]), "after": (r["gone"] + 0.1e9, 9e99)}
        times = {name: [wall for end, wall in r["rows"] if low < end < high] for name, (low, high) in phases.items()}
        if all(times.values()):
            base = stats.median(times["before"])
            rows.append([r["job"][1], *(f"{base / stats.median(times[name]) * 100:.1f}" for name in phases)])
    return Section("A tracer comes and goes", "Runs a second by the clock, per cent of those before it came, while bpftrace counts entries and returns. "
                   "After it left the program is as fast as before, or the third figure would say so.",
                   ["workload", "before", "during", "after"], rows, ("timeline",))


def unmeasured_section(records):
    why = collections.Counter((r["job"][1], r["job"][3] if r["job"][1] == "state" else r["job"][-1], r["why"])
                              for r in of_kind(records, "unmeasured"))
    rows = [[f"{kind} {what}", reason] for kind, what, reason in sorted(why, key=str)]
    rows += [["result", f"{name} gives different results in different interpreters"] for name in outputs_that_differ(records)]
    return Section("What was not measured", "Each state or design that this machine could not measure, and the reason. "
                   "An empty table means that all was.", ["what", "why"], rows)


def sections(about, records):
    made = [about_machine(about, records)]
    for kind, maker in (("exact", exact_instructions), ("exact", exact_measures), ("sites", code_sizes), ("idle", idle_section), ("idle", milliseconds),
                        ("state", states_section), ("timeline", timeline_section), ("events", events_section)):
        if of_kind(records, kind):
            made.append(maker(records))
    return [*made, unmeasured_section(records)]


# ---- pages ----------------------------------------------------------------------------------------------

def markdown_table(head, rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def markdown(parts, drawn):
    text = ["# What probes cost\n"]
    for part in parts:
        text.append(f"## {part.title}\n\n{part.text}\n")
        if part.rows:
            text.append(markdown_table(part.head, part.rows) + "\n")
        text += [f"![{name}]({name}.svg)\n" for name in part.plots if name in drawn]
    return "\n".join(text)


STYLE = """body{font:15px/1.5 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}td,th{padding:2px 9px;border-bottom:1px solid #ddd;text-align:right;
white-space:nowrap}td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"""


def page(parts, drawn):
    """One file: the plots stand in it."""
    body = ["<h1>What probes cost</h1>"]
    for part in parts:
        bold = html.escape(part.text).split("**")
        text = "".join(f"<b>{piece}</b>" if i % 2 else piece for i, piece in enumerate(bold))
        body.append(f"<h2>{html.escape(part.title)}</h2><p>{text}</p>")
        if part.rows:
            cells = [("th", part.head), *(("td", row) for row in part.rows)]
            body.append("<table>" + "".join(
                "<tr>" + "".join(f"<{tag}>{html.escape(str(c))}</{tag}>" for c in row) + "</tr>" for tag, row in cells) + "</table>")
        for name in part.plots:
            if name in drawn:
                body.append(drawn[name][drawn[name].index("<svg"):])
    return (f"<!doctype html><html lang=en><meta charset=utf-8><title>What probes cost</title><style>{STYLE}</style>"
            + "\n".join(body) + "</html>\n")


def write(folder):
    """Makes report.md, report.html and the plots of a folder anew, from its raw data alone."""
    about, records = session.load(folder)
    parts = sections(about, records)
    drawn = plots.draw(records, folder)
    for name, text in (("report.md", markdown(parts, drawn)), ("report.html", page(parts, drawn))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return os.path.join(folder, "report.md")
