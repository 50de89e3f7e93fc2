"""From raw data to pictures: SVG by gnuplot. Without gnuplot there are none, and the report says nothing of them."""
import os
import shutil

from . import report, stats
from .base import run

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#888888", "#994400", "#000000", "#88aa00")
HEAD = """set terminal svg size {width},{height} dynamic enhanced font 'sans-serif,12' background 'white'
set output '{path}'
set border 3; set tics nomirror; set grid ytics lc '#dddddd'; set key outside top center horizontal; set datafile separator '\\t'
"""


def colour(i):
    return COLOURS[i % len(COLOURS)]


def thinned(rows, most):
    """Of runs [(moment of the end, duration)] so many at most, evenly in time: slow runs are few, and must not be lost."""
    width = max(1, rows[-1][0] // most)
    found = {}
    for row in rows:
        found.setdefault(row[0] // width, row)
    return list(found.values())


def quoted(text):
    return '"' + text.replace("_", "\\\\_") + '"'


def block(name, rows):
    return f"${name} << END\n" + "\n".join("\t".join(map(str, row)) for row in rows) + "\nEND\n"


def overhead(records):
    """Instructions, per cent more: a column a design, on a logarithmic axis, or gate and semaphore would not be seen."""
    found = report.counts(records)
    names, base = report.compared({n for row in found.values() for n in row}), report.baselines()
    least, data, parts = 0.001, "", []
    for i, name in enumerate(names):
        rows = [(x + (i - len(names) / 2 + 0.5) * 0.8 / len(names),
                 max(least, (row[name]["instructions"] / row[base[name]]["instructions"] - 1) * 100))
                for x, row in enumerate(found.values()) if name in row and base[name] in row]
        data += block(f"d{i}", rows)
        parts.append(f"$d{i} using 1:2 with boxes fs solid lc '{colour(i)}' title {quoted(name)}")
    labels = ", ".join(f"{quoted(w)} {x}" for x, w in enumerate(found))
    return 1100, 480, data + f"""set logscale y; set yrange [{least}:*]; set boxwidth {0.8 / max(1, len(names))}
set ylabel 'per cent more instructions (at most {least}: none)'; set xtics rotate by -50 ({labels}) font ',10'; set xrange [-0.6:{len(found) - 0.4}]
plot {', '.join(parts)}
"""


def idle(records):
    """CPU time with intervals."""
    found = report.idle_ratios(records)
    names = report.compared({n for times in report.idle_times(records).values() for n in times})
    data, parts = "", []
    for i, name in enumerate(names):
        rows = [(x + (i - len(names) / 2 + 0.5) * 0.7 / len(names), *row[name]) for x, row in enumerate(found.values()) if name in row]
        rows = [row for row in rows if abs(row[2]) < 1e9 > abs(row[3])]
        data += block(f"d{i}", rows or [("nan", "nan", "nan", "nan")])
        parts.append(f"$d{i} using 1:2:3:4 with yerrorbars pt 7 ps 0.5 lc '{colour(i)}' title {quoted(name)}")
    labels = ", ".join(f"{quoted(w)} {x}" for x, w in enumerate(found))
    return 1100, 480, data + f"""set logscale y 2; set ylabel 'CPU time, multiple of the baseline'
set xtics rotate by -50 ({labels}) font ',10'; set xrange [-0.6:{len(found) - 0.4}]
plot 1 with lines lc '#999999' notitle, {', '.join(parts)}
"""


def per_event(records):
    """Nanoseconds of an event by listener."""
    rows = []
    points = report.per_event(records)
    for state in report.in_order(points):
        try:
            rows.append((state, *stats.slope([p[:2] for p in points[state]])))
        except (ZeroDivisionError, IndexError):
            pass
    rows = [(x, f, max(1, low), min(high, 1e6), name) for x, (name, f, low, high) in enumerate(r for r in rows if r[1] > 1)]
    if not rows:
        return None
    labels = ", ".join(f"{quoted(row[4])} {row[0]}" for row in rows)
    return 900, 560, block("d", [row[:4] for row in rows]) + f"""set logscale y; set ylabel 'ns of CPU time for each event'; unset key
set xtics rotate by -50 ({labels}) font ',10'; set xrange [-0.6:{len(rows) - 0.4}]; set yrange [1:*]
plot $d using 1:2:3:4 with yerrorbars pt 7 lc '{COLOURS[0]}'
"""


def rates(records):
    """Slow-down against events a second, and the line that a constant cost of an event would give."""
    data, parts = "", []
    shown = [s for s in ("C callback", "settrace", "bpftrace count", "bpftrace printf", "tracefs") if s in report.per_event(records)]
    for i, state in enumerate(shown):
        points = [p for p in report.per_event(records)[state] if p[0] > 0]
        if len({p[0] for p in points}) < 2:
            continue
        cost = stats.straight_line([p[:2] for p in points])[0]
        data += block(f"d{i}", [(events / alone * 1e9, 1 + extra / alone) for events, extra, alone, _ in points])
        parts += [f"$d{i} using 1:2 with points pt 7 ps 0.7 lc '{colour(i)}' title {quoted(state)}",
                  f"1 + x * {cost / 1e9:.6g} with lines lc '{colour(i)}' notitle"]
    return 900, 480, data + f"""set logscale xy; set xlabel 'events a second, when nobody listens'; set ylabel 'slow-down'
set format x '10^{{%T}}'; set samples 300; set yrange [0.9:*]
plot {', '.join(parts)}
"""


def timeline(records):
    rows = report.of_kind(records, "timeline")
    data, parts, marks = "", [], ""
    for i, r in enumerate(rows[:1]):
        data += block(f"d{i}", [(end / 1e9, 1e9 / wall) for end, wall in thinned(r["rows"], 1000)])
        parts.append(f"$d{i} using 1:2 with points pt 7 ps 0.2 lc '{colour(i)}' title {quoted(r['job'][1])}")
        for moment, text in ((r["came"], "attached"), (r["asked"], "told to end"), (r["gone"], "gone")):
            marks += f"set arrow from {moment / 1e9}, graph 0 to {moment / 1e9}, graph 1 nohead lc '#ee6677' dt 2\n"
            marks += f"set label '{text}' at {moment / 1e9}, graph 0.97 rotate by 90 right offset -0.6,0 tc '#ee6677'\n"
    return 900, 400, data + marks + f"""set logscale y; set xlabel 'seconds'; set ylabel 'runs a second'
plot {', '.join(parts)}
"""


PLOTS = {"overhead": ("exact", overhead), "idle": ("idle", idle), "per_event": ("state", per_event), "rates": ("state", rates),
         "timeline": ("timeline", timeline)}


def draw(records, folder):
    """{name: SVG} of the plots there are data for; they are files of the folder, too."""
    drawn = {}
    for name, (kind, maker) in PLOTS.items():
        if not shutil.which("gnuplot") or not report.of_kind(records, kind):
            continue
        width, height, script = maker(records) or (0, 0, "plot")
        path = os.path.join(folder, name + ".svg")
        if script.rstrip().endswith("plot"):
            continue  # there is nothing to be seen
        run(["gnuplot"], stdin=None, input=HEAD.format(width=width, height=height, path=path) + script)
        with open(path, encoding="utf-8") as file:
            drawn[name] = file.read()
    return drawn
