#!/usr/bin/python3.11
"""Compare the event streams of programs with those of sys.settrace under python3.11.

    /usr/bin/python3.11 tests/run_events.py [--sample] [--minipy BINARY] [WORD | SCRIPT.py ...]

Every program runs once as `minipy --trace=calls,lines` and once as python3.11 with a C trace
function (events/recorder.c); the sequences of entries, returns and lines must be equal from
the first event of __main__ to the end of the process, those in the library's modules
included. The programs are tests/probes/programs, tests/lang, events/library and the commands
in events/modules.txt; --sample takes an eighth of the last three, another one every day. WORD: those whose name
has it. What is left out of the streams, and why: IN_C, CODECS, DIFFERENT.
The last line is `N passed, N failed, N skipped`.
"""
import os
import subprocess
import sys
import tempfile

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
EVENTS = os.path.join(HERE, "events")
ORACLE = "/usr/bin/python3.11"
LIBRARY = "/usr/lib/python3.11"
SECONDS = 300

# Modules that one interpreter writes in Python and the other in C: their own events are left
# out, those of what they call are not.
IN_C = ("<frozen importlib._bootstrap", "<frozen zipimport>", "<frozen _frozen_importlib")
# minipy's codecs and text files are in C, where CPython's call encodings and codecs. All that
# happens in them is left out.
CODECS = ("<frozen codecs>", "idna.py")
ENCODINGS = {("__init__.py", "search_function"), ("__init__.py", "normalize_encoding"),
             ("ascii.py", "encode"), ("ascii.py", "decode"), ("latin_1.py", "encode"), ("latin_1.py", "decode")}
ENCODINGS_BODY = [("line", "__init__.py:<module>:1"), ("line", "__init__.py:<module>:31")]
# The body of socket depends on what the system's sockets can do; minipy's have no sendmsg.
OTHER_BODIES = ("socket.py",)
# CPython has loaded these when a program starts; minipy loads them when they are imported.
LOADED_AT_START = ("<frozen _collections_abc>", "<frozen _sitebuiltins>", "<frozen abc>",
                   "<frozen genericpath>", "<frozen io>", "<frozen os>", "<frozen posixpath>",
                   "<frozen stat>", "<frozen zipimport>", "aliases.py", "utf_8.py")

# The order of the threads' events is the scheduler's, and the trace function sees one thread.
THREADS = ("lang/threads/", "probes/programs/children_processes.py",
           *(f"lang/library/{name}.py" for name in ("aliases_seldom", "asyncio_run", "cprofile_beside_others", "ctypes_calls", "decimal_in_c", "openssl_hashes", "order_of_finalizers_at_exit", "socket_host_names",
                                                    "sqlite3_module", "ssl_https", "ssl_sockets", "tracemalloc_traces")))

# Programs that differ by design: name -> (place of the first event that differs, reason). They
# run, and fail when that place is another.
NAMES = "it goes through the names of an object, and minipy's has others: "
SPECS = "specs are in C: their attributes are copied as those of slots"
RECURSION = ("it recurses to the limit through functions in C: CPython counts every call of one while it is traced, "
             "otherwise some, as minipy does")
AT_THE_END = "what is left at the end of the process goes in another order"
LAZY_BUILTINS = "copyright, exit and the like are made when a program first asks for them, as CPython's module site does at its start"
OF_BYTECODE = "it is about cached bytecode: minipy's is another, and has a loader of its own"
SELDOM = "what Decimal seldom does, minipy has _pydecimal do, which it then imports"
SIGNATURES = "the signatures of extension modules are read from other texts"
DIFFERENT = {
    **dict.fromkeys(("lang/engine/closed_by_arguments.py", "lang/library/classes_in_c_overridden.py", "lang/library/elementtree_ends.py",
                     "lang/library/sqlite3_heap_limits.py", "lang/library/call_by_call_sqlite.py", "lang/library/indices_of_blobs_and_elements.py",
                     "lang/exceptions/context_of_extensions.py"),
                    ("functools.py:lru_cache:479", "a connection of CPython's keeps its statements by functools.lru_cache")),
    **dict.fromkeys(("lang/engine/builtins_at_the_end.py", "lang/library/finalizers_at_the_very_end.py"),
                    ("the end", "CPython's trace function is gone when the context and what is left of the modules go")),
    "lang/library/asyncio_left_open.py": ("base_events.py:__del__:690", AT_THE_END),
    "lang/library/seldom_asked_of_modules.py": ("<frozen _sitebuiltins>:__repr__:17", LAZY_BUILTINS),
    "lang/exceptions/hierarchy.py": ("hierarchy.py:<genexpr>:2", LAZY_BUILTINS),
    "lang/engine/trace_methods.py": ("trace_methods.py:f:8", "a trace function's finalizer, run as it returns: CPython's trace function in C is not called meanwhile"),
    "lang/introspection/hooks_are_not_in_gc.py": ("hooks_are_not_in_gc.py:<listcomp>:15", "it looks at all objects: minipy has others"),
    "lang/import_system/cached_code.py": ("cached_code.py:<module>:33", OF_BYTECODE),
    "lang/import_system/changed_loaders.py": ("changed_loaders.py:watched:36", OF_BYTECODE),
    "lang/import_system/first_search_of_a_program.py": ("first_search_of_a_program.py:<listcomp>:12", "without site CPython searches lib-dynload, too, where its extensions are"),
    "lang/engine/levels_of_recursion.py": ("levels_of_recursion.py:measures:13", RECURSION),
    "lang/import_system/names_whose_hash_fails.py": ("names_whose_hash_fails.py:__hash__:9", "importlib's own dictionaries of locks ask for a name's hash, too"),
    "lang/import_system/copied_specs_and_loaders.py": ("copy.py:_reconstruct:278", SPECS),
    "lang/library/pickles_how_deep.py": ("pickles_how_deep.py:<module>:28", RECURSION),
    "lang/import_system/frozen_modules.py": ("frozen_modules.py:<module>:10", "it goes through the frozen modules, and minipy has more"),
    "lang/import_system/modules_made_for_cpython.py": ("modules_made_for_cpython.py:<module>:18", "what it asks each interpreter is why it "
                                                       "does not load the other's extensions"),
    "lang/import_system/order_of_a_fromlist.py": ("order_of_a_fromlist.py:__getattribute__:10", "CPython alone asks for the __spec__ of what is "
                                                  "in sys.modules, as the program says"),
    "lang/library/decimal_every_method.py": ("decimal_every_method.py:attempt:12", SELDOM),
    "lang/library/decimal_exp_and_logarithms.py": ("decimal_exp_and_logarithms.py:<module>:20", SELDOM),
    "events/library/decimal_pure.py": ("decimal_pure.py:<module>:6", SELDOM),
    "lang/library/curses_without_screen.py": ("curses_without_screen.py:<module>:3", "_curses is an extension over ncurses, which imports curses "
                                              "for the class of its exception"),
    "lang/library/call_by_call_curses.py": ("call_by_call_curses.py:drawn:175", "structseqs of extension modules are namedtuples of collections"),
    "lang/introspection/signatures_of_builtin_functions.py": ("inspect.py:isroutine:518",
                                                              "CPython's sys has a function more, _getquickenedcount"),
    "lang/library/cprofile_of_what_still_runs.py": ("cprofile_of_what_still_runs.py:<genexpr>:17",
                                                    "the rows of getstats() are in the order of their addresses in CPython"),
    "lang/library/functions_of_extensions.py": ("tokenize.py:_tokenize:594", SIGNATURES),
    "lang/library/what_modules_call_themselves.py": ("what_modules_call_themselves.py:<module>:13", NAMES + "_thread, say"),
    "lang/library/gdbm_files.py": ("gnu.py:<module>:5", "Debian's python3.11 has its _gdbm in a package of its own"),
    **dict.fromkeys(("lang/import_system/extension_imported_twice.py", "lang/library/members_of_extensions.py",
                     "lang/library/quick_paths_of_modules.py", "lang/library/sqlite3_bad_files.py",
                     "lang/library/sqlite3_connect_and_factories.py", "lang/library/classes_as_indices.py",
                     "lang/library/sqlite3_seldom.py", "lang/library/sqlite3_stale_errors.py",
                     "lang/builtin_types/methods_of_extension_types.py", "lang/library/sqlite3_call_of_an_own_connection.py",
                     "lang/introspection/profile_hears_of_extension_methods.py"),
                    ("functools.py:lru_cache:479", "a connection of CPython's keeps its statements by functools.lru_cache")),
    "lang/library/socket_messages.py": ("socket_messages.py:<listcomp>:62", "CPython's socket has a name that it has for _ssl, CAPI"),
    "lang/library/crypt_syslog_uuid.py": ("crypt_syslog_uuid.py:<dictcomp>:23", "syslog is a file of its own, and has __file__"),
    "lang/compound_statements/match_protocol.py": (
        "<frozen abc>:__subclasscheck__:121",
        "os is loaded at the start of CPython, not of minipy, and os._Environ is a Mapping"),
    "lang/library/formatter_fields.py": (
        "<frozen abc>:__subclasscheck__:121",
        "os is loaded at the start of CPython, not of minipy, and os._Environ is a Mapping"),
    "lang/library/gc_functions.py": ("gc_functions.py:<genexpr>:54", "it looks at all objects: minipy has fewer"),
    "lang/library/ast_trees.py": ("ast_trees.py:<genexpr>:26",
                                  NAMES + "vars(ast.AST) has no __setattr__ and __delattr__"),
    "lang/execution_model/recursion_limit.py": ("recursion_limit.py:__getattr__:19", RECURSION),
    "lang/lexical_analysis/source_lines_in_tracebacks.py": (
        "mac_roman.py:decode:22", "the file of a line in a traceback is decoded as a whole in minipy, step by step in CPython"),
    "lang/engine/caches_and_frames.py": ("caches_and_frames.py:__getattr__:203", RECURSION),
    "lang/engine/mmap_closed_by_its_arguments.py": (
        "mmap_closed_by_its_arguments.py:<module>:6", "CPython would crash"),
    "lang/data_model/reduce_without_builtins.py": ("<frozen _sitebuiltins>:__call__:67", "copyright and the like "
                                                   "are objects of a type in C in minipy"),
    "lang/data_model/module_attribute_hooks.py": ("<string>:__getattr__:1", "an import of what is in "
                                                  "sys.modules asks __getattr__ for __spec__ in CPython"),
    "lang/library/pickle_in_c.py": ("the end", "CPython's collector does not see what a pickler remembers: what hangs on it at the end never dies"),
    "lang/data_model/class_changed_by_its_hooks.py": (
        "class_changed_by_its_hooks.py:<lambda>:106", "a class has keys that are no str: how often they are "
        "compared shows which lookups a cache spares, and minipy's caches are others"),
    "module pydoc bisect": ("inspect.py:cleandoc:880", "it shows the docstrings of functions in C, "
                            "and minipy's have other words"),
}


class Program:
    def __init__(self, name, arguments):
        self.name = name
        self.arguments = arguments


def scripts(folder):
    for path in suite.programs(folder, "imports"):
        yield Program(os.path.relpath(path, HERE), [path])


def modules():
    """The lines of events/modules.txt: a module and its arguments."""
    with open(os.path.join(EVENTS, "modules.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                line = line.strip()
                words = line.format(library=LIBRARY, data=os.path.join(EVENTS, "data")).split()
                yield Program("module " + line, [os.path.join(EVENTS, "run_module.py"), *words])


def choose(words, sample):
    files = [w for w in words if w.endswith(".py") and os.path.isfile(w)]
    if files:
        return [Program(f, [os.path.abspath(f)]) for f in files]
    programs = [*scripts("lang"), *scripts("events/library"), *modules()]
    programs = [*scripts("probes/programs"), *(suite.share(programs, 8) if sample else programs)]
    return [p for p in programs if not words or any(w in p.name for w in words)]


def starts_hidden(kind, place, ahead):
    """Is this the entry of a frame of which nothing is compared?"""
    if kind != "function-entry":
        return False
    file, function, _ = place.rsplit(":", 2)
    if function == "<module>":
        return file in CODECS + LOADED_AT_START + OTHER_BODIES or (
            file == "__init__.py" and ahead == ENCODINGS_BODY)
    return file in CODECS or (file, function) in ENCODINGS


def read_events(path):
    """The events of a recorded file, as kind:file:function:line."""
    found = []
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            kind, _, place = line.rpartition("\t")[2].strip().partition(":")
            if place.count(":") >= 2 and kind in ("function-entry", "function-return", "line"):
                found.append((kind, place.lstrip()))
    events, hidden = [], 0
    for i, (kind, place) in enumerate(found):
        if hidden or starts_hidden(kind, place, found[i + 1:i + 3]):
            hidden += (kind == "function-entry") - (kind == "function-return")
        elif not place.startswith(IN_C):
            events.append(kind + ":" + place)
    return events


def from_main(events, program):
    """Without what runs before the program: python3.11's start."""
    start = f"function-entry:{os.path.basename(program.arguments[0])}:<module>:0"
    return events[events.index(start):] if start in events else []


class Runner:
    """Both interpreters, prepared: the recorder is built, the missing modules are known."""

    def __init__(self, binary, folder):
        self.binary = suite.without_packages(binary, folder)
        self.oracle = suite.without_packages(ORACLE, folder, "oracle")
        self.folder = folder
        self.recorder = os.path.join(folder, "recorder.so")
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", self.recorder,
                        os.path.join(EVENTS, "recorder.c")], check=True)
        self.surroundings = {"PYTHONPATH": EVENTS, "EVENTS_EXECUTABLE": self.binary, "EVENTS_RECORDER": self.recorder,
                             "EVENTS_HOME": os.path.dirname(os.path.realpath(binary)),
                             "EVENTS_PREFIX": os.path.dirname(os.path.dirname(self.binary)),
                             "EVENTS_ABSENT": self.find_absent(),
                             "EVENTS_SOCKET": self.ask(self.binary, "import _socket as s\n"
                                                       "print(*vars(s))")}

    def ask(self, interpreter, code, *arguments):
        done = subprocess.run([interpreter, "-c", code, *arguments], check=True,
                              capture_output=True, text=True)
        return ",".join(done.stdout.split())

    def find_absent(self):
        """The C modules of CPython that minipy does without; both run Python code instead."""
        names = self.ask(ORACLE, "import sys; print(*sys.builtin_module_names)").split(",")
        names += [f.partition(".")[0] for f in os.listdir(LIBRARY + "/lib-dynload")]
        code = ("import sys\nfor name in sys.argv[1:]:\n    try: __import__(name)\n"
                "    except ImportError: print(name)")
        return self.ask(self.binary, code, *sorted(names))

    def record(self, command, environment, path):
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
                       "PYTHONIOENCODING": "utf-8", "EVENTS_FILE": path, **environment}
        with tempfile.TemporaryDirectory(dir=self.folder) as home:
            subprocess.run(command, cwd=home, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           timeout=SECONDS)
        events = read_events(path)
        os.unlink(path)
        return events

    def wanted(self, program):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            command = [self.oracle, *program.arguments]
            return from_main(self.record(command, self.surroundings,
                                         os.path.join(folder, "wanted")), program)

    def seen(self, program):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            command = [self.binary, "--trace=calls,lines", *program.arguments]
            return from_main(self.record(command, {"LD_PRELOAD": self.recorder},
                                         os.path.join(folder, "seen")), program)

    def judge(self, program):
        """(verdict, what there is to say): verdict is PASS, FAIL or SKIP."""
        if program.name.startswith(THREADS):
            return "SKIP", "the order of the threads' events is the scheduler's"
        try:
            wanted, seen = self.wanted(program), self.seen(program)
        except (subprocess.TimeoutExpired, OSError) as problem:
            return "FAIL", str(problem)
        place, reason = DIFFERENT.get(program.name, (None, None))
        if wanted == seen:
            if place:
                return "FAIL", "its events are equal, but it is in the list of different ones"
            return "PASS", f"{len(wanted)} events"
        at = first_difference(wanted, seen)
        if place and place == (wanted[at:at + 1] or [":the end"])[0].partition(":")[2]:
            return "SKIP", f"{at} events equal, then different by design: {reason}"
        for _ in range(8):
            wanted_again, seen_again = self.wanted(program), self.seen(program)
            if wanted_again != wanted:
                return "SKIP", f"{at} events equal; python3.11's own events differ from run to run"
            if seen_again == wanted:
                return "PASS", f"{len(wanted)} events; not in the first run"
        return "FAIL", "\n".join(
            [f"{len(wanted)} events wanted, {len(seen)} seen; event {at}:", "    wanted"]
            + ["        " + e for e in wanted[max(at - 4, 0):at + 4]] + ["    saw"]
            + ["        " + e for e in seen[max(at - 4, 0):at + 4]])


def first_difference(wanted, seen):
    pairs = enumerate(zip(wanted, seen))
    return next((i for i, (one, other) in pairs if one != other), min(len(wanted), len(seen)))


if __name__ == "__main__":
    sys.exit(suite.judge(__doc__, choose, Runner))
