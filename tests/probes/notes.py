"""What can be checked without tracing: generated files, ELF notes, the sites' code, and
these of the other builds."""
import os
import re
import sys

from common import HERE, ROOT, Failure, run

sys.path.insert(0, os.path.join(ROOT, "tools"))

from objects import objects  # noqa: E402

PAGE = 4096


def read_notes(marked):
    """Reads the stapsdt notes: {name: {provider, location, semaphore, arguments}}."""
    text = run(["readelf", "-n", marked], env={**os.environ, "LC_ALL": "C"}).stdout
    found = {}
    pattern = (r"Provider: (\S+)\s+Name: (\S+)\s+Location: (\S+), Base: \S+, "
               r"Semaphore: (\S+)\s+Arguments: (.*)")
    for provider, name, location, semaphore, arguments in re.findall(pattern, text):
        if name in found:
            raise Failure(f"two notes for {name}")
        found[name] = {"provider": provider, "location": int(location, 16),
                       "semaphore": int(semaphore, 16), "arguments": arguments.split()}
    return found


def check_notes(target):
    notes = read_notes(target.marked)
    providers = {marker.name: marker.provider for marker in target.markers + target.more}
    if set(notes) != set(providers):
        raise Failure(f"notes {sorted(notes)}, wanted {sorted(providers)}")
    for name, note in notes.items():
        if note["provider"] != providers[name]:
            raise Failure(f"{name}: provider {note['provider']}")
        if note["semaphore"] == 0:
            raise Failure(f"{name}: no semaphore")
    own = [notes[marker.name]["semaphore"] for marker in target.markers + target.more
           if marker.place == "OWN"]
    if len(set(own)) != len(own):
        raise Failure("two rare markers share a semaphore")


def check_lanes(target):
    """The lanes lie in one aligned word, in a writable section of the file."""
    notes = read_notes(target.marked)
    lanes = {marker.place: set() for marker in target.markers + target.more}
    for marker in target.markers + target.more:
        lanes[marker.place].add(notes[marker.name]["semaphore"])
    word = min(lanes["CALL"])
    if word % 8 or [lanes[lane] for lane in ("CALL", "LINE", "MORE")] != [
            {word}, {word + 2}, {word + 4}]:
        raise Failure(f"lanes at {lanes}")
    sections = run(["readelf", "-SW", target.marked]).stdout
    row = re.search(r"\.probes\s+(\S+)\s+(\S+)\s+\S+\s+(\S+)\s+\S+\s+(\S+)", sections)
    if row is None:
        raise Failure("no section .probes")
    if row[1] != "PROGBITS" or row[4] != "WA":
        raise Failure(f".probes is {row[1]} {row[4]}, wanted PROGBITS WA")
    start, end = int(row[2], 16), int(row[2], 16) + int(row[3], 16)
    for name, note in notes.items():
        if not start <= note["semaphore"] < end:
            raise Failure(f"{name}: semaphore outside .probes")


def check_arguments(target):
    notes = read_notes(target.marked)
    for marker in target.markers + target.more:
        given = notes[marker.name]["arguments"]
        sizes = [argument.partition("@")[0] + "@" for argument in given]
        if sizes != marker.operands:
            raise Failure(f"{marker.name}: {sizes}, wanted {marker.operands}")
        for argument in given:
            if not re.fullmatch(r"-?\d@(%\w+|\$-?\d+)", argument):
                raise Failure(f"{marker.name}: operand {argument} is not a register")


def read_code(marked):
    """The functions of the sites: {name: {address: instruction}}."""
    code = run(["objdump", "-d", "--no-show-raw-insn", marked], timeout=120).stdout
    functions = re.findall(r"^[0-9a-f]+ <(probe_\w+)>:\n((?:.+\n)+)", code, re.M)
    return {name: {int(address, 16): text for address, text in re.findall(
        r"^\s*([0-9a-f]+):\t(.*)$", body, re.M)} for name, body in functions}


def check_sites(marked, length):
    """Nops of that length at the sites, within one page; the red zone is left alone."""
    functions = read_code(marked)
    code = {address: text for body in functions.values() for address, text in body.items()}
    for name, note in read_notes(marked).items():
        place = note["location"]
        wanted = "nop" if length == 1 else "nopl "
        if place + length not in code or not (code[place] + " ").startswith(wanted + " "):
            raise Failure(f"{name}: {code.get(place)!r} at its site, wanted a nop of "
                          f"{length} bytes")
        if place // PAGE != (place + length - 1) // PAGE:
            raise Failure(f"{name}: the nop crosses a page")
        # Linux would change such a one too, if a tracer took it for the site.
        if code[place + length].startswith("nop"):
            raise Failure(f"{name}: another nop follows at once")
    for name, body in functions.items():
        if re.search(r"-0x[0-9a-f]+\(%rsp", " ".join(body.values())):
            raise Failure(f"{name} uses the red zone: build sites.c with -mno-red-zone")


def check_build(target, probes, length):
    """make PROBES=... SITE_NOP=...: sites.c as the Makefile builds it, with the driver; what all designs share is built once."""
    build = os.path.join(target.folder, "built")
    made = objects(build, f"PROBES={probes}", f"SITE_NOP={length}")
    parts = [made[f"probes/{name}.c"] for name in ("clock", "consumer", "event", "gate", "ring",
                                               "site_children", "sites", "trace")]
    run(["make", "-s", "-C", ROOT, f"PROBES={probes}", f"SITE_NOP={length}",
         f"BUILD={build}", *parts])
    driver = os.path.join(build, f"driver-{probes}{length}")
    run(["cc", "-O2", "-no-pie", f"-DMINIPY_PROBES_{probes.upper()}", "-I", ROOT, "-o", driver,
         os.path.join(HERE, "driver.c"), *parts])
    notes = read_notes(driver)
    wanted = set() if probes == "none" else {
        marker.name for marker in target.markers + target.more
        if probes == "gate" or marker.place != "MORE"}
    if set(notes) != wanted:
        raise Failure(f"notes of {sorted(notes)}, wanted {sorted(wanted)}")
    for name, note in notes.items():
        if (note["semaphore"] == 0) != (probes in ("nop", "call")):
            raise Failure(f"{name}: semaphore {note['semaphore']:#x}")
    check_sites(driver, length)


def stap_options(target):
    """stap asks for the kernel's build tree even where it only reads ELF notes. Where
    there is none, a tree that says what kernel this is will do."""
    release = os.uname().release
    if os.path.isdir(f"/lib/modules/{release}/build"):
        return []
    tree = os.path.join(target.folder, "build")
    files = {
        ".config": "".join(f"CONFIG_{name}=y\n" for name in (
            "MODULES", "TRACEPOINTS", "UPROBES", "ARCH_SUPPORTS_UPROBES")),
        "Makefile": "", "Module.symvers": "",
        "include/config/kernel.release": release + "\n",
        "include/generated/utsrelease.h": f'#define UTS_RELEASE "{release}"\n',
    }
    for name, text in files.items():
        path = os.path.join(tree, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    return ["-r", tree]


def check_stap(target):
    pattern = f'process("{target.marked}").mark("*")'
    rows = run(["stap", *stap_options(target), "-L", pattern]).stdout
    for marker in target.markers + target.more:
        row = re.search(rf'mark\("{marker.name}"\)(.*)', rows)
        if row is None:
            raise Failure(f"stap -L does not list {marker.name}")
        if len(re.findall(r"\$arg\d", row[1])) != len(marker.args):
            raise Failure(f"stap -L: {row[0]}")


def check_tapset(target):
    """Passes 1 and 2 of stap accept the tapset with all its variables, and the scripts."""
    tools = os.path.join(target.folder, "tools")
    os.makedirs(tools)
    os.symlink(target.binary, os.path.join(tools, "minipy"))
    environment = {**os.environ, "PATH": tools + ":" + os.environ["PATH"]}
    probes = os.path.join(ROOT, "probes")
    text = ""
    for marker in target.markers:
        names = ["frameptr" if name == "frame" else name for _, name in marker.args]
        alias = "minipy." + marker.name.replace("__", ".")
        text += f"probe {alias} {{ println({', '.join(names)}) }}\n"
    stap = ["stap", *stap_options(target), "-I", probes, "-p2"]
    made = run([*stap, "-e", text], env=environment).stdout
    if target.marked == target.binary and made.count(".statement(") < len(target.markers):
        raise Failure(f"probe points missing in: {made[-400:]}")
    scripts = os.path.join(probes, "scripts")
    for name in sorted(os.listdir(scripts)):
        if name.endswith(".stp"):
            run([*stap, os.path.join(scripts, name), target.marked], env=environment)


def run_build_checks(target, report):
    for probes in ("none", "nop", "call", "semaphore", "jump", "gate"):
        report.check(f"notes: PROBES={probes}", check_build, target, probes, 5)
    report.check("notes: SITE_NOP=1", check_build, target, "gate", 1)


def run_checks(target, report):
    report.check("notes: one for each marker", check_notes, target)
    report.check("notes: lanes of the gate word", check_lanes, target)
    report.check("notes: sizes, signs and places of arguments", check_arguments, target)
    report.check("notes: five-byte nops, no red zone", check_sites, target.marked, 5)
    report.check("stap -L lists the markers", check_stap, target)
    report.check("stap -p2 accepts the tapset and the scripts", check_tapset, target)
