#!/usr/bin/python3.11
"""Fills the tables, the disassembly and the plots of docs/BENCH.md: `make bench-docs`.

    /usr/bin/python3.11 bench/docs.py [RESULTS]      RESULTS: a folder of bench/results, or `latest`

What stands between <!-- figures: NAME --> and <!-- /figures --> is written anew, from the data in bench/figures.
With RESULTS the data of that run are put there first, with what its designs execute, from the programs that were
built for it; without, those of the last time serve. `make bench-compare` and `make bench-embed` leave their data there, too.
"""
import gzip
import json
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import embed  # noqa: E402
from lab import machine, plots, report, session, sites, stats, workloads  # noqa: E402
from lab.base import BENCH, ROOT, Broken  # noqa: E402

FIGURES = os.path.join(BENCH, "figures")
PAGE = os.path.join(ROOT, "docs", "BENCH.md")
IMAGES = os.path.join(ROOT, "docs", "img")
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- /figures -->)", re.S)
SHOWN = tuple(dict.fromkeys((*workloads.SPREAD, *workloads.QUICK)))  # rows of the page; means are of all
MOMENTS = 600  # of a timeline


# ---- the data -------------------------------------------------------------------------------------------

def thinned(record):
    if record["kind"] == "timeline":
        record = {**record, "rows": plots.thinned(record["rows"], MOMENTS)}
    return record


def keep(folder):
    """Puts the data of a run into FIGURES."""
    about, records = session.load(folder)
    os.makedirs(FIGURES, exist_ok=True)
    with open(os.path.join(FIGURES, "machine.json"), "w") as file:
        json.dump(about, file, indent=1)
        file.write("\n")
    text = "".join(json.dumps(thinned(record)) + "\n" for record in records)
    with open(os.path.join(FIGURES, "raw.jsonl.gz"), "wb") as file:
        file.write(gzip.compress(text.encode(), mtime=0))
    with open(os.path.join(FIGURES, "sites.txt"), "w") as file:
        file.write(sites.page())
    for name in plots.draw(records, FIGURES):
        shutil.move(os.path.join(FIGURES, name + ".svg"), os.path.join(IMAGES, name + ".svg"))


def kept():
    with open(os.path.join(FIGURES, "machine.json")) as file:
        about = json.load(file)
    with gzip.open(os.path.join(FIGURES, "raw.jsonl.gz"), "rt") as file:
        return about, [json.loads(line) for line in file]


def compared():
    with open(os.path.join(FIGURES, "compare.json")) as file:
        return json.load(file)


# ---- the blocks -----------------------------------------------------------------------------------------

def of_run(about, records):
    quick = " QUICK=1" if about["asked"].get("quick") else ""
    signs = next((r["signs"] for r in report.of_kind(records, "noise")), machine.noise(records))
    noisy = "**The machine was noisy: " + "; ".join(signs) + ".** Counts are not touched by that." if signs else \
        "No sign was seen that other work disturbed it."
    return (f"`make bench{quick}` on {about['date']}, commit {about['commit']}; {about['processors']} processors ({about['processor']}"
            f"{', virtual' if about['virtual'] else ''}), Linux {about['kernel']}, {about['compiler']}. {noisy}")


def shown(section):
    """The table of a section of the report, with the rows that are for the page."""
    rows = [row for row in section.rows if row[0] in SHOWN or row[0] not in {w.name for w in workloads.WORKLOADS}]
    return report.markdown_table(section.head, rows)


def instructions(about, records):
    of = len(report.counts(records))
    return shown(report.exact_instructions(records)).replace("geometric mean", f"geometric mean of {of}")


def times(about, records):
    """Without the words of the verdict: bold says that a difference was seen."""
    section, noise = report.idle_section(records), report.own_noise(records)
    for row in section.rows:
        for i, cell in enumerate(row[1:], 1):
            figure, _, verdict = cell.partition(": ")
            row[i] = f"**{figure}**" if verdict in ("slower", "faster") else figure
    return f"A/A differed by up to {noise * 100:.1f} %.\n\n" + shown(section)


def listeners(about, records):
    return shown(report.states_section(records))


def code(about, records):
    section = report.code_sizes(records)
    return report.markdown_table(section.head[:5], [row[:5] for row in section.rows])


def timeline(about, records):
    return shown(report.timeline_section(records))


def executed(about, records):
    with open(os.path.join(FIGURES, "sites.txt")) as file:
        return file.read().rstrip()


def compare(about, records):
    data = compared()
    rows, ratios = [], {"loop": [], "program": []}
    for name, kind, pairs in data["workloads"]:
        figure, low, high = stats.ratio_in_turns(pairs)
        ratios[kind].append(figure)
        rows.append((figure, [name, kind, *(f"{min(p[i] for p in pairs) / 1e6:.2f}" for i in (1, 0)), f"{figure:.2f}",
                              f"{low:.2f} to {high:.2f}"]))
    lines = [data["about"], "", report.markdown_table(["workload", "kind", "minipy ms", "python3.11 ms", "ratio", "95 %"],
                                                      [row for _, row in sorted(rows)]), ""]
    lines += [f"- {len(figures)} {kind}s: geometric mean {stats.geometric_mean(figures):.2f}, lowest {min(figures):.2f}, "
              f"highest {max(figures):.2f}" for kind, figures in ratios.items() if figures]
    return "\n".join([*lines, f"- {data['start']}"])


BLOCKS = {"run": of_run, "instructions": instructions, "times": times, "listeners": listeners, "code": code, "timeline": timeline,
          "sites": executed, "compare": compare, "embed": lambda about, records: embed.page()}


def filled(page):
    """The page with its blocks as the data have them."""
    about, records = kept()

    def block(found):
        if found[2] not in BLOCKS:
            raise Broken(f"docs/BENCH.md has a block {found[2]!r}; there are: " + ", ".join(BLOCKS))
        return found[1] + BLOCKS[found[2]](about, records) + "\n" + found[3]

    return BLOCK.sub(block, page)


def write():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(filled(page))


def main(words):
    if words[:1] in (["-h"], ["--help"]):
        return print(__doc__)
    try:
        if words:
            keep(session.latest() if words[0] == "latest" else words[0])
        write()
    except Broken as problem:
        sys.exit(f"bench: {problem}")
    print(PAGE)


if __name__ == "__main__":
    main(sys.argv[1:])
