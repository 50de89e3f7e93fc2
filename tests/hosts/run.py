#!/usr/bin/python3.11
"""The hosts of examples/hosts: each is built without a warning against the archive and the shared library, run,
and must print what NAME.out has.  tests/hosts/run.py [--golden] [NAME...]

NAME.in, if there, is its standard input. --golden writes the .out files anew: look at the difference. A host that can
also be a module is built with -DHOST. The last line counts.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import suite  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
HOSTS = "examples/hosts"
FLAGS = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror", "-DHOST", "-Iinclude"]


def output(name, library, folder):
    """What the host prints; a failure to build or run as text, which no .out file has."""
    binary = os.path.join(folder, name)
    made = subprocess.run([*os.environ.get("CC", "gcc").split(), *FLAGS, "-o", binary, f"{HOSTS}/{name}.c", library, f"-Wl,-rpath,{ROOT}",
                           "-lgmp", "-lm", "-lpthread"], cwd=ROOT, capture_output=True, text=True)
    if made.returncode:
        return f"the build failed: {made.stderr[:600]}"
    given = f"{ROOT}/{HOSTS}/{name}.in"
    with open(given if os.path.exists(given) else os.devnull) as stdin:
        done = subprocess.run([binary], cwd=ROOT, stdin=stdin, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr + (f"status {done.returncode}\n" if done.returncode else "")


def http_server(requests, clients, **env):
    """The server of examples/http_server under load: None, or what was wrong."""
    done = subprocess.run(["sh", f"{ROOT}/examples/http_server/run.sh", str(requests), str(clients)], capture_output=True, text=True,
                          timeout=300, env=os.environ | env)
    text = done.stdout + done.stderr
    sanitized = "SANITIZE" in env  # then what was freed is kept for a while: it grows
    good = "; 0 wrong" in text and "200: " in text and ("ERROR:" not in text if sanitized else done.returncode == 0)
    return None if good else text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--golden", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    suite.begin()
    names = args.names or sorted(os.path.basename(path)[:-2] for path in glob.glob(f"{ROOT}/{HOSTS}/*.c"))
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        for name in names:
            expected = f"{ROOT}/{HOSTS}/{name}.out"
            if args.golden:
                with open(expected, "w") as f:
                    f.write(output(name, "libminipy.a", folder))
            for library in ("libminipy.a", "libminipy.so"):
                got = output(name, library, folder)
                wanted = open(expected).read() if os.path.exists(expected) else f"{name}.out is missing"
                if got == wanted:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL {name} ({library}):\n  wanted: {wanted!r}\n  got:    {got!r}")
    for what in ((2000, 16, {}), (600, 8, {"SANITIZE": "address"})) if not args.names else ():
        wrong = http_server(*what[:2], **what[2])
        passed, failed = passed + (wrong is None), failed + (wrong is not None)
        if wrong:
            print(f"FAIL the HTTP server {what}: {wrong}")
    return suite.finish(passed, failed)


sys.exit(main())
