#!/usr/bin/python3.11
"""Lays side by side what minipy touches when it starts: `make start-layout`.

    tools/lay_out_start.py MAP        writes vm/command/start.ld, of minipy and the linker's map of it
    tools/lay_out_start.py --check    counts the pieces of the file that a start touches; the last line counts

Of a file that is mapped the kernel maps sixteen pages where one is touched, so that a start whose 250 KB of code lay all
over the command had nearly all of it resident. start.ld is a piece of a linker script. Names in it that are no more cost
nothing, and new ones lie where they lay before: it is made anew now and then, not with each change. Needs valgrind.
"""
import argparse
import bisect
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import suite  # noqa: E402

SCRIPT = os.path.join(ROOT, "vm/command/start.ld")
LOOP, LOOP_AT = ".text*.eval_frame", 32
PROGRAM = """
import os
class Point:
    def __init__(self, x, y=0):
        self.x, self.y = x, y
    def __repr__(self):
        return f"Point({self.x}, {self.y!r})"
def points(n):
    for i in range(n):
        yield Point(i, -i)
try:
    found = {p.x: [p] for p in points(3)}
    print(*sorted(found), "%s %d" % (found[1], len(found)), os.path.join("a", "b"), "a b".split())
    found[4]
except KeyError as e:
    print(e)
"""
START = ["-S", "-c", "pass"]
PACKAGES = ("/usr/lib/python3/dist-packages", "/usr/local/lib/python3.11/dist-packages")
# What the linker made of the input sections of the objects: a line each, broken behind a long name.
INPUT = re.compile(r"^ (\.(?:text|rodata)[^\s]*)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (.+)$", re.M)
PART = re.compile(r"\.(?:part|isra|constprop|cold)\b.*|(?<=\D)\.\d+$")
AROUND = 16  # bits of an address within what the kernel maps at once
MOST = 16  # pieces of that size; 14 were touched when this was written, 51 before


def read_map(name):
    """[(first address, behind the last, section, object)] of code and constants, sorted."""
    with open(name) as file:
        text = file.read().partition("\nLinker script and memory map\n")[2]
    found = [(int(at, 16), int(at, 16) + int(size, 16), section, owner) for section, at, size, owner in INPUT.findall(text)]
    return sorted(row for row in found if row[0] and row[1] > row[0])


def touched(command, folder):
    """The addresses that a command executes, reads and writes, where no package has a .pth file."""
    log = os.path.join(folder, "trace")
    hidden = "; ".join(f"[ ! -d {path} ] || mount -t tmpfs none {path}" for path in PACKAGES)
    space = [] if "-S" in command else ["unshare", "--map-root-user", "--mount", "sh", "-c", f'{hidden}; exec "$@"', "sh"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([*space, "valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={log}", *command],
                   env=plain, stdout=subprocess.DEVNULL, check=True)
    with open(log) as file:
        return {int(line[3:].split(",")[0], 16) for line in file if line[:2] in ("I ", " L", " S", " M")}


def as_pattern(owner):
    """An object as a linker script names it wherever it is built."""
    library, _, member = os.path.basename(owner).rstrip(")").partition(".a(")
    if member:
        return f"*{library}.a:{member}"
    inside = re.sub(r"^build/objects/(?:\w+/(?=(?:vm|stdlib|probes|compiler)/))?", "/", owner)
    return "*" + (inside if inside != owner else os.path.basename(owner))


def sections_of(addresses, layout):
    """{(object, section)}, without what gcc appends to the names of parts."""
    starts = [row[0] for row in layout]
    found = set()
    for address in addresses:
        at = bisect.bisect_right(starts, address) - 1
        if at >= 0 and address < layout[at][1]:
            found.add(layout[at])
    return {(as_pattern(owner), PART.sub(".*", section)) for _, _, section, owner in found}


def lines(sections):
    """A line for each object. A build by a profile has functions in .text.hot and the like."""
    owners = {}
    for owner, section in sections:
        section = section.replace(".text.", ".text*.", 1)
        owners.setdefault(owner, set()).update((section, section.removesuffix(".*")))
    return "".join(line(owner, sorted(names)) for owner, names in sorted(owners.items()))


def line(owner, names):
    """The loop has a line of its own, and a place among the cache lines that does not hang on what lies before it."""
    place = ""
    if LOOP in names:
        hot = " ".join(LOOP.replace("*", part) for part in ("", ".hot"))
        place = f"    . = ALIGN(64) + {LOOP_AT}; /* docs/PERFORMANCE.md, the build */\n    {owner}({hot})\n"
    return place + f"    {owner}({' '.join(names)})\n"


def script(runs):
    """What is touched first comes first, with the texts of its objects behind."""
    text = rodata = ""
    seen = set()
    for sections in runs:
        new = sections - seen
        text += lines(s for s in new if s[1].startswith(".text"))
        rodata += lines(s for s in new if s[1].startswith(".rodata") and ".str1" not in s[1])
        owners = {owner for owner, _ in new} - {owner for owner, _ in seen}
        rodata += "".join(f"    {owner}(.rodata.str* .rodata.*.str*)\n" for owner in sorted(owners))
        seen |= sections
    return f"""/* Made by tools/lay_out_start.py, which says what it is for. */
SECTIONS {{
  .text.start : ALIGN(64) {{
{text}  }}
}} INSERT BEFORE .text;
SECTIONS {{
  .rodata.start : ALIGN({1 << AROUND}) {{
{rodata}  }}
}} INSERT AFTER .rodata;
SECTIONS {{
  .fini : {{
    KEEP (*(SORT_NONE(.fini)))
  }}
}} INSERT AFTER .init;
"""


def write(binary, map_name):
    layout = read_map(map_name)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program.py")
        with open(program, "w") as file:
            file.write(PROGRAM)
        environment = suite.without_packages(binary, folder)  # its pyvenv.cfg is read
        os.remove(environment)
        shutil.copy(binary, environment)  # valgrind tells a program where it lies, not by which name it was called
        runs = [[binary, *START], [binary, "-c", "pass"], [environment, "-c", "pass"], [binary, "-S", program]]
        made = script([sections_of(touched(run, folder), layout) for run in runs])
    with open(SCRIPT, "w") as file:
        file.write(made)
    return 0


def file_range(binary):
    """The addresses where the command's file lies."""
    said = subprocess.run(["readelf", "-lW", binary], capture_output=True, text=True, check=True).stdout
    parts = [line.split() for line in said.splitlines() if line.split()[:1] == ["LOAD"]]
    return int(parts[0][2], 16), int(parts[-1][2], 16) + int(parts[-1][4], 16)


def is_by_profile():
    """Whether minipy was linked of the objects of OPTIMIZED=1, where other functions are inlined: a third of what a start touches lies elsewhere."""
    with open(os.path.join(ROOT, "build/linked-.")) as file:
        return "optimized" in file.read()


def check(binary):
    """(passed, failed, skipped)"""
    if is_by_profile():
        print("SKIP what a start touches: vm/command/start.ld is of the plain build")
        return 0, 0, 1
    first, end = file_range(binary)
    with tempfile.TemporaryDirectory() as folder:
        pieces = {address >> AROUND for address in touched([binary, *START], folder) if first <= address < end}
    if len(pieces) > MOST:
        print(f"FAIL {' '.join(START)} touches {len(pieces)} pieces of {1 << AROUND >> 10} KB of the command, more than {MOST}: make start-layout")
    return int(len(pieces) <= MOST), int(len(pieces) > MOST), 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("map", nargs="?")
    args = parser.parse_args()
    if not args.check and args.map is None:
        parser.error("MAP, or --check")
    return suite.finish(*check(args.minipy)) if args.check else write(os.path.abspath(args.minipy), args.map)


if __name__ == "__main__":
    sys.exit(main())
