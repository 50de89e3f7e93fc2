#!/usr/bin/python3.11
"""CPython's own tests of ctypes (ctypes.test), method by method:  tests/ctypes/run.py [MINIPY]

Both interpreters load tests/ctypes/functions.c as the library that the tests call. A method passes if minipy
ends it as python3.11 does; it is skipped if DIFFERS says why it cannot, or the test that it is of CPython alone. Last line: `N passed, N failed, N skipped`.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
WORK = os.path.join(ROOT, "build", "ctypes")
SHIM = 'import os\n__file__ = os.path.join(os.path.dirname(__file__), "functions.so")\n'
# module.class.method (a pattern): why minipy cannot end it as CPython does.
DIFFERS = {
    r"test_values\.PythonValuesTestCase\..*": "there are no variables of CPython's to find (Py_OptimizeFlag, PyImport_FrozenModules)",
}


def prepare():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    with open(os.path.join(WORK, "_ctypes_test.py"), "w") as f:
        f.write(SHIM)
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", os.path.join(WORK, "functions.so"),
                    os.path.join(ROOT, "tests/ctypes/functions.c"), "-lm"], check=True)


def outcomes(interpreter):
    """{"test_x.Class.method": "ok", "FAIL", "ERROR", "skipped"}, and all that was said."""
    run = subprocess.run([interpreter, "-m", "unittest", "-v", "ctypes.test"],
                         capture_output=True, text=True, errors="replace", timeout=600, cwd=WORK,
                         env=dict(os.environ, PYTHONPATH=WORK, PYTHONDONTWRITEBYTECODE="1"))
    text = run.stderr
    rows = re.findall(r"^(\w+) \(ctypes\.test\.([\w.]+)\)(?:\n.*?)?? \.\.\. .*?(ok|FAIL|ERROR|skipped|expected failure)\b",
                      text, re.M | re.S)
    return {f"{where}": how for _, where, how in rows}, run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("minipy", nargs="?", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("-v", action="store_true", help="what the tests say")
    args = parser.parse_args()
    if not os.path.isdir("/usr/lib/python3.11/ctypes/test"):
        print("0 passed, 0 failed, 1 skipped")
        return
    prepare()
    wanted, _ = outcomes("/usr/bin/python3.11")
    got, run = outcomes(os.path.realpath(args.minipy))
    if args.v:
        print(run.stdout, run.stderr)
    passed = failed = skipped = 0
    for name, how in sorted(wanted.items()):
        why = next((reason for pattern, reason in DIFFERS.items() if re.fullmatch(pattern, name)), None)
        if got.get(name) == how:
            passed += 1
        elif why or got.get(name) == "skipped":  # of CPython alone, as the test itself says: reference counts
            skipped += 1
        else:
            failed += 1
            print(f"FAIL {name}: {how}, minipy: {got.get(name, 'nothing')}")
    if len(wanted) < 300:
        failed += 1
        print(f"FAIL only {len(wanted)} methods were found")
    if run.returncode < 0:
        failed += 1
        print(f"FAIL signal {-run.returncode}: {run.stderr[-300:]}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(bool(failed))


main()
