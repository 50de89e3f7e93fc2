"""What the runners of the suites share: how they begin, compare programs, and the line they end with."""
import argparse
import os
import signal
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor


def begin():
    """Interrupts and hang-ups work in what is tested, though a shell's background job ignores the one, nohup the other."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def finish(passed, failed, skipped=0):
    """Prints the counts; the exit status. A suite that ran nothing has shown nothing: it fails."""
    if not passed + failed + skipped:
        print("FAIL nothing was there to be tested")
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed != 0)


def seed():
    """What chooses the share of a day: the day's number, or HOSTILE_SEED, which repeats one."""
    return int(os.environ.get("HOSTILE_SEED") or time.time() // 86400)


def share(things, n):
    """An n-th of them, another one every day; what chose it is printed."""
    print(f"seed {seed()}: HOSTILE_SEED={seed()} chooses the same programs", flush=True)
    return things[seed() % n::n]


def programs(folder, *without, words=()):
    """The programs below a folder of tests/, in order: those whose path contains a word, if there are words. Folders named
    support have what stands by programs; those of `without` are left out, too."""
    for root, dirs, files in os.walk(os.path.join(os.path.dirname(os.path.abspath(__file__)), folder)):
        dirs[:] = sorted(d for d in dirs if d not in ("__pycache__", "support", *without))
        for path in (os.path.join(root, file) for file in sorted(files) if file.endswith(".py")):
            if not words or any(word in path for word in words):
                yield path


def without_packages(binary, folder, bare="bare"):
    """A name for the interpreter under which it has no packages beside the library: those of the machine, whose .pth
    files may run code at every start, are not what is tested. An environment, made in the folder."""
    home, name = os.path.split(os.path.realpath(binary))
    os.makedirs(os.path.join(folder, bare, "bin"))
    with open(os.path.join(folder, bare, "pyvenv.cfg"), "w", encoding="utf-8") as file:
        file.write(f"home = {home}\ninclude-system-site-packages = false\n")
    link = os.path.join(folder, bare, "bin", name)
    os.symlink(os.path.join(home, name), link)
    return link


def judge(about, choose, make_runner):
    """The whole of a runner that compares programs with python3.11: its options, the programs that
    choose(words, sample) gives, and the verdict ("PASS", "FAIL" or "SKIP", and a text) of
    make_runner(binary, folder).judge(program) on each, two at a time. The exit status."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--minipy", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "minipy"))
    parser.add_argument("-v", action="store_true", help="name the programs that passed")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    chosen = choose(args.words, args.sample)
    begin()
    count = dict.fromkeys(("PASS", "FAIL", "SKIP"), 0)
    with tempfile.TemporaryDirectory(prefix="mpy") as folder, ThreadPoolExecutor(2) as pool:
        runner = make_runner(os.path.realpath(args.minipy), folder)
        for program, (verdict, text) in zip(chosen, pool.map(runner.judge, chosen)):
            count[verdict] += 1
            if args.v or verdict != "PASS":
                print(f"{verdict} {getattr(program, 'name', program)}: {text}", flush=True)
    return finish(count["PASS"], count["FAIL"], count["SKIP"])
