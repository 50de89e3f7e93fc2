#!/usr/bin/python3.11
"""Compare what sys.settrace and sys.setprofile report under minipy and under python3.11.

    /usr/bin/python3.11 tests/run_trace.py [--minipy BINARY] [--seeds FIRST LAST] [WORD ...]

Calls, lines, returns, exceptions and calls of functions in C, with their arguments, of programs
that events/generate.py makes from the seeds, and of the programs in tests/lang (with a WORD:
those whose name has it; with seeds alone: none). Those in DIFFERENT are skipped. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
TRACER = os.path.join(HERE, "events", "trace_streams.py")
ORACLE = "/usr/bin/python3.11"
STEP = 100

# Programs whose events differ, and why. They run, and fail when they no longer do: the list is to be true.
PICKLE = "pickle and copyreg's functions in C are Python code here, which is hidden: no c_call"
RECURSION = "it recurses to the limit, where minipy counts Python frames and CPython the calls of functions in C too"
RELEASE = ("a failed call's operands are released behind the exception event, where CPython releases them before: "
           "the events of a finalizer, or of the closing of a generator among them, come later")
LOADERS = "the importers' methods are functions in C, which have c_calls; CPython's are frozen Python, which is not traced"
OPENSSL = "hashlib's functions are not OpenSSL's here"
NAMES = "it goes through the names of an object, and minipy's has others"
DIFFERENT = {
    "lang/async/asyncgen_hooks.py": "an abandoned asynchronous generator dies when its last name goes, not in the "
                                    "collection that follows",
    "lang/data_model/class_changed_by_its_hooks.py": "a class attribute whose name is equal to another's is looked for "
                                                     "again, where CPython's cache of attributes has it",
    "lang/data_model/pickles_refused.py": PICKLE,
    "lang/data_model/special_corners.py": RECURSION,
    "lang/data_model/static_native_methods.py": PICKLE,
    "lang/engine/calls_and_errors.py": RECURSION,
    "lang/errors/call_not_callable.py": RELEASE,
    "lang/exceptions/copied_and_pickled.py": PICKLE,
    "lang/execution_model/recursion_limit.py": RECURSION,
    "lang/expressions/unhashable_in_displays.py": "the hash of an object is its address",
    "lang/import_system/bytecode_without_source.py": "it returns the name of a temporary folder",
    "lang/import_system/finders_distributions_and_old_names.py": "Debian's site packages put a finder into python3.11's "
                                                                "sys.meta_path",
    "lang/import_system/frozen_modules.py": LOADERS,
    "lang/import_system/importlib_frames_in_tracebacks.py": "it goes through sys.modules, and minipy's has others",
    "lang/import_system/source_loader_subclasses.py": LOADERS,
    "lang/import_system/spec_from_file_location.py": LOADERS,
    "lang/import_system/specs_loaders_and_finders_compared.py": LOADERS,
    "lang/introspection/exception_class_dicts.py": "the names in the dictionary of a class in C have another order",
    "lang/library/array_corners.py": PICKLE,
    "lang/library/array_methods.py": PICKLE,
    "lang/library/ast_trees.py": NAMES,
    "lang/library/cjk_codecs.py": "the incremental decoders of these codecs are Python code here, which is hidden: no c_call",
    "lang/library/context_variables.py": "CPython's iterator of a context raises StopIteration itself, which is an "
                                         "exception event of its loop; that of a dict ends without",
    "lang/library/deque_methods.py": PICKLE,
    "lang/library/embedded_nul.py": LOADERS,
    "lang/library/gc_functions.py": "it looks for an object among all, in the order in which they were made",
    "lang/library/hash_functions.py": "blake2b makes objects of the type HASH",
    "lang/library/import_functions.py": LOADERS,
    "lang/library/lru_caches.py": PICKLE,
    "lang/library/natives_order.py": OPENSSL,
    "lang/library/os_argument_counts.py": NAMES,
    "lang/library/signals.py": "it loops until a timer rings",
    "lang/library/stream_states.py": PICKLE,
    "lang/library/unicode_3_2.py": OPENSSL,
}


def record(interpreter, arguments, folder):
    out = os.path.join(folder, os.path.basename(interpreter))
    environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    with tempfile.TemporaryDirectory(dir=folder) as home:
        subprocess.run([interpreter, "-W", "ignore", TRACER, out, *arguments], cwd=home, env=environment,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    events = {}
    with open(out, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            events.setdefault(line.partition(" ")[0], []).append(line.rstrip("\n"))
    return events


def compare(binary, name, arguments):
    """[(name, what differs or None)], one for each program."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            wanted, seen = record(ORACLE, arguments, folder), record(binary, arguments, folder)
            verdicts = []
            for program, events in wanted.items():
                others = seen.get(program, [])
                pairs = enumerate(zip(events, others))
                at = next((i for i, (one, other) in pairs if one != other), min(len(events), len(others)))
                shown = [f"event {at}:", "    wanted", *("        " + e for e in events[max(at - 3, 0):at + 3]),
                         "    saw", *("        " + e for e in others[max(at - 3, 0):at + 3])]
                label = f"seed {program}" if arguments[0] == "seeds" else name
                verdicts.append((label, None if events == others else "\n".join(shown)))
            return verdicts or [(name, "python3.11 reported nothing")]
    except (subprocess.TimeoutExpired, OSError) as problem:
        return [(name, str(problem))]


def goldens(words):
    for path in suite.programs("lang", "imports", "threads", words=words):
        yield os.path.relpath(path, HERE), ["file", path]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--seeds", nargs=2, type=int, metavar=("FIRST", "LAST"))
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    first, last = args.seeds or (0, 0)
    jobs = [(f"seeds from {n}", ["seeds", str(n), str(min(n + STEP, last))]) for n in range(first, last, STEP)]
    if args.words or not args.seeds:
        jobs += goldens(args.words)
    passed = failed = skipped = 0
    with ThreadPoolExecutor(2) as pool:
        for verdicts in pool.map(lambda job: compare(binary, *job), jobs):
            for name, problem in verdicts:
                if name in DIFFERENT and problem:
                    skipped += 1
                    print(f"SKIP {name}: {DIFFERENT[name]}", flush=True)
                    continue
                if name in DIFFERENT:
                    problem = "its events are CPython's, though it is in the list of those that differ"
                passed += problem is None
                failed += problem is not None
                if problem:
                    print(f"FAIL {name}: {problem}", flush=True)
    return suite.finish(passed, failed, skipped)


if __name__ == "__main__":
    sys.exit(main())
