#!/usr/bin/python3.11
"""Run each golden again and again in one vm: what it keeps must not grow.

    /usr/bin/python3.11 tests/run_refleak.py [--minipy BINARY] [WORD ...]

A program is compiled once and run 3 times to warm up caches and 3 times counted, each time in
a fresh __main__ namespace, with a full collection after each. It fails if the number of
allocated blocks (sys.getallocatedblocks) is larger after every counted run than before it.
natives/leaks.py (without a WORD) does it with what libraries keep.
"""
import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "lang")
TIMEOUT = int(os.environ.get("TEST_TIMEOUT", "300"))

# Runs inside minipy: argv[1] is the program. Prints the counts on stderr.
DRIVER = r"""
import gc, io, os, sys
path = sys.argv.pop()  # programs take none
told = os.dup(2)  # they may close that, or send it elsewhere
sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
with open(path, "rb") as f:
    source = f.read()
streams = sys.stdout, sys.stderr, sys.excepthook, sys.displayhook, sys.unraisablehook, sys.getrecursionlimit()
modules = set(sys.modules)
def run():
    out = io.StringIO()
    sys.stdout = sys.stderr = out
    ns = {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__}
    try:
        exec(compile(source, path, "exec"), ns)
    except BaseException:
        pass
    finally:
        sys.stdout, sys.stderr, sys.excepthook, sys.displayhook, sys.unraisablehook = streams[:5]
        sys.setrecursionlimit(streams[5])
    ns.clear()
    gc.collect()
    gc.collect()
    return sys.getallocatedblocks()
counts = [0] * 6
for i in range(6):
    counts[i] = run()
os.write(told, b"\ncounts %s\n" % str(counts).encode())
"""

NO_COUNTS = {"library/fault_handler.py": "ends by a signal of its own"}

# What these programs do stays done: by how many blocks a run they grow, and why.
GROW = {
    "library/os_files.py": (27, "functions of register_at_fork stay registered"),
    "introspection/code_with_other_names.py": (11, "its audit hook stays"),
    "library/atexit_order.py": (33, "its exit functions wait for the end"),
}

# What they register, import or put on sys.path stays there, in python3.11 too: the same driver
# shows it to grow by the first of these numbers of blocks in a run, minipy by the second.
# Where a profiler ran, minipy keeps a block for each code object that was observed, as observers may
# hold it until the vm ends (ProbeCode in probes/event.c); each run compiles new ones.
GROW_IN_CPYTHON_TOO = {
    "library/ctypes_pythonapi.py": (17, 6),
    "library/finalizers_at_the_very_end.py": (164, 161),
    "library/kept_and_shared.py": (2, 1),
    "async/never_awaited_at_exit.py": (4, 2),
    "builtin_types/answers_where_few_ask.py": (16, 11),
    "builtin_types/generic_alias_substitution.py": (14, 12),
    "builtin_types/union_type_operators.py": (17, 13),
    "data_model/handler_left_open.py": (55, 70),
    "data_model/pickles_refused.py": (18, 1),
    "data_model/type_flags.py": (2, 1),
    "engine/builtins_at_the_end.py": (41, 36),
    "engine/caches_and_frames.py": (67, 12),
    "errors/one_exception_at_a_time.py": (33, 33),
    "import_system/bytecode_without_source.py": (6, 1),
    "import_system/finders_distributions_and_old_names.py": (52, 33),
    "import_system/first_search_of_a_program.py": (15, 13),
    "import_system/importlib_frames.py": (128, 42),
    "import_system/importlib_frames_in_tracebacks.py": (124, 42),
    "import_system/meta_path_finders.py": (41, 44),
    "import_system/names_that_no_file_has.py": (37, 1),
    "import_system/names_whose_hash_fails.py": (20, 23),
    "import_system/namespace_portions.py": (5, 2),
    "import_system/odd_import_state.py": (36, 27),
    "import_system/path_hooks.py": (14, 13),
    "import_system/path_importer_cache.py": (3, 1),
    "import_system/source_loader_subclasses.py": (9, 10),
    "import_system/specs_loaders_and_finders_compared.py": (67, 34),
    "import_system/sys_modules_in_order.py": (63, 23),
    "import_system/warnings_of_imports.py": (39, 8),
    "import_system/zip_on_path.py": (5, 3),
    "introspection/hooks_are_not_in_gc.py": (10, 11),
    "introspection/lists_of_the_interpreter.py": (31, 16),
    "library/arguments_that_raise_in_turn.py": (24, 3),
    "library/c_modules_without_their_names.py": (7, 1),
    "library/cprofile_beside_others.py": (24, 7),
    "library/cprofile_names_of_functions_in_c.py": (26, 5),
    "library/cprofile_of_what_still_runs.py": (20, 7),
    "library/cprofile_sums_while_it_runs.py": (6, 6),
    "library/crypt_syslog_uuid.py": (24, 11),
    "library/ctypes_callback_dies_last.py": (41, 38),
    "library/ctypes_data.py": (35, 26),
    "library/ctypes_errors.py": (126, 85),
    "library/ctypes_instances.py": (58, 47),
    "library/order_of_finalizers_at_exit.py": (208, 179),
    "library/oss_without_devices.py": (18, 13),
    "library/reconfigure_that_fails.py": (11, 13),
    "library/socket_host_names.py": (29, 20),
    "library/ssl_https.py": (43, 25),
    "library/system_calls.py": (12, 13),
    "library/text_calls_at_random.py": (918, 1118),
    "library/text_foreign_decoders.py": (17, 21),
    "threads/daemons_at_exit.py": (169, 148),
    "threads/imports_wait.py": (4, 1),
    "threads/per_thread_state.py": (2, 1),
    "threads/what_a_thread_held_goes_in_order.py": (177, 147),
    "top_level/audit_of_compilation.py": (51, 22),
}
GROW.update((name, (counts[1], "python3.11 grows too: %d blocks a run, minipy %d" % counts)) for name, counts in GROW_IN_CPYTHON_TOO.items())


def excuse(name, grown):
    """Why a program may grow by these steps, or None: a cause that is known may hide no other, so a quarter more is too much."""
    if not grown:
        return NO_COUNTS.get(name)
    known, why = GROW.get(name, (0, None))
    return why if sum(grown) <= len(grown) * (known * 5 // 4 + 8) else None


def check(binary, path):
    """What is wrong, or None, and by how many blocks each counted run grew."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env.update(PYTHONHASHSEED="0", LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
    try:
        p = subprocess.run([binary, "-c", DRIVER, os.path.basename(path)], cwd=os.path.dirname(path), env=env,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "timed out", []
    lines = p.stderr.decode(errors="replace").splitlines()
    found = [line for line in lines if line.startswith("counts ")]
    if not found:
        return f"no counts, status {p.returncode}: {lines[-1:]}", []
    counts = eval(found[-1][7:])
    steps = [b - a for a, b in zip(counts[2:], counts[3:])]
    return (f"blocks grow by {steps}" if all(s > 0 for s in steps) else None), steps


def grown(binary):
    """What of natives/leaks.py grows, libraries' memory included: (ways that do not, lines)."""
    p = subprocess.run([binary, os.path.join(HERE, "natives", "leaks.py")], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900)
    lines = p.stdout.splitlines() + ([f"leaks.py: status {p.returncode}: {p.stderr[-300:]}"] if p.returncode else [])
    bad = [line for line in lines if not line.startswith("ok ")]
    return len(lines) - len(bad), bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    paths = list(suite.programs("lang", words=args.words))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda p: check(binary, p), paths))
    failed = skipped = 0
    for path, (result, grown_by) in zip(paths, results):
        name = os.path.relpath(path, ROOT)
        known = excuse(name, grown_by)
        if result and known:
            skipped += 1
            print(f"SKIP {name}: {result} ({known})")
        elif result:
            failed += 1
            print(f"FAIL {name}: {result}" + (f", more than is known ({GROW[name][1]})" if name in GROW else ""))
    ways, bad = (0, []) if args.words else grown(binary)
    for line in bad:
        print("FAIL " + line)
    sys.exit(suite.finish(len(paths) + ways - failed - skipped, failed + len(bad), skipped))


main()
