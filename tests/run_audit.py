#!/usr/bin/python3.11
"""Compare the audit events of programs, and their arguments, with python3.11's.

    /usr/bin/python3.11 tests/run_audit.py [--sample] [--minipy BINARY] [-v] [WORD | SCRIPT.py ...]

Every program runs once under each interpreter with a hook that writes all it hears to a file
(audit/record.py). The programs are audit/programs and tests/lang; --sample takes a tenth of
the latter, another one every day. COMMANDS are ways to start a program: of these the names of the events are compared,
from a hook of sitecustomize in python3.11 and by `minipy --trace=audit`. WORD: those whose name
has it. What is left out of the comparison, and why: UNSEEN; which programs differ by design:
DIFFERENT. The last line is `N passed, N failed, N skipped`.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
AUDIT = os.path.join(HERE, "audit")
ORACLE = "/usr/bin/python3.11"
SECONDS = 120

# Events that one interpreter cannot have, by what they are.
UNSEEN = [
    ("bytecode files are looked for before the source: minipy keeps none", r"open '[^']*\.pyc', 'r', "),
    ("minipy's codecs are in C, CPython's text files import them",
     r"import 'encodings\.\w+'|\w+ [^']*'/usr/lib/python3\.11/encodings/|(compile|exec) .*/python3\.11/encodings/"),
    ("names of characters and normal forms are in minipy's parser, CPython's imports them", r"import 'unicodedata'"),
    ("what CPython loads from shared libraries is in minipy's program",
     r"import '[^']*', '[^']*\.so', None, None, None$"),
    ("shared libraries are looked for in a folder that minipy's path does not have",
     r"os\.listdir '/usr/lib/python3\.11/lib-dynload'$"),
    ("_ctypes is an extension, and what it needs of the interpreter's inside a module beside it", r"import '_minipy_ctypes'"),
    ("the caller of _decimal's namedtuple() is importlib in CPython, and it imports _contextvars then",
     r"object\.__setattr__ <class DecimalTuple>, '__module__'|import '_contextvars'"),
    ("a loader of one codec has what CPython has in a module for each country", r"import '_codecs_(cn|hk|jp|kr|tw|iso2022)'"),
]

# Programs that differ by design: name -> reason. They run, and fail when they do not differ.
NAMES = "cached names of attributes are compared as often as each interpreter's caches do not spare it"
PICKLED = "pickle remembers objects by id(), of which minipy has fewer: equal names are one string"
SHORT = "the command looks at the text of an ImportError before it reports it, which reads the lines of its traceback"
DIFFERENT = {
    "lang/data_model/class_changed_by_its_hooks.py": NAMES,
    "lang/errors/traceback_import_error.py": SHORT,
    "lang/import_system/imports_after_all_modules_went.py": "what makes sys.path_hooks is imported anew where all modules went, and _io no more for each file",
    "lang/import_system/namespace_portions.py": SHORT,
    "lang/engine/mmap_closed_by_its_arguments.py": "CPython would crash",
    "lang/import_system/copied_specs_and_loaders.py": "specs are in C: their attributes are copied as those of slots",
    "lang/import_system/bytecode_of_loaders.py": "the bytecode that it loads is of another format",
    "lang/import_system/names_whose_hash_fails.py": "importlib's own dictionaries of locks, which minipy has none of, ask for a name's hash, too",
    "lang/library/ast_feature_version.py": "CPython reads the line of some syntax errors twice",
    "lang/library/functions_of_extensions.py": "the signatures of extension modules have no names of constants to be looked up",
    "lang/library/gdbm_files.py": "Debian's python3.11 has its _gdbm in a package of its own",
    "lang/library/ssl_contexts.py": "names of files are looked at behind the event, which OpenSSL's own opening does not make",
    "lang/library/ctypes_errors.py": "set_errno() with a wrong number of arguments is refused before the event",
    "lang/library/marshal_load_piece_by_piece.py": "the items of a set are put into order without an event for each",
    **dict.fromkeys(("lang/builtin_functions/eval_exec_namespace_checks.py",
                     "lang/execution_model/exec_eval_namespaces.py",
                     "lang/library/seldom_called_of_the_runtime.py"),
                    "exec() of a text with a closure is refused before it is parsed, in CPython behind that"),
    **dict.fromkeys(("lang/errors/syntax_unclosed_parenthesis.py",
                     "lang/lexical_analysis/operators_and_delimiters_misused.py"),
                    "CPython reads the line of some syntax errors twice"),
    "lang/library/array_corners.py": PICKLED,
    "lang/library/array_hostile_callers.py": "arrays are unpickled by a constructor of their own in CPython",
    "lang/library/curses_without_screen.py": "signatures of extension modules have no $module for inspect to parse, and their "
                                             "structseqs are namedtuples of collections",
    **dict.fromkeys((f"lang/library/decimal_{name}.py" for name in ("every_method", "exp_and_logarithms", "in_c")),
                    "what Decimal seldom does, minipy has _pydecimal do, which it then imports"),
    "lang/library/embedded_nul.py": "socket imports array in CPython",
    "lang/library/os_errors.py": "os.putenv() refuses a name with = before the event in CPython",
    **dict.fromkeys(("lang/library/counted_and_normalized.py", "lang/library/cut_short.py", "lang/library/marshal_code.py",
                     "lang/library/random_numbers.py"),
                    "CPython's marshal marks what may be referred to again by its reference count"),
    "lang/library/signal_wakeup_errors.py": "an empty part of a line is parsed for its carets in CPython",
    "lang/library/symtable_entries.py": "the module symtable makes no compile event",
}

# Programs whose threads take turns as the scheduler has it: the same events, in whatever order.
SCHEDULED = {"lang/library/sqlite3_threads.py"}
COMMANDS = {
    "a script": (["script.py"], ""),
    "a command": (["-c", "x = 1"], ""),
    "standard input": ([], "x = 1\n"),
    "an exception": (["-c", "1 / 0"], ""),
    "the prompt": (["-i"], "x = 1\nx + 1\n"),
}


class Runner:
    def __init__(self, binary, folder):
        self.binary = suite.without_packages(binary, folder)
        self.oracle = suite.without_packages(ORACLE, folder, "oracle")
        self.folder = folder
        names = self.ask(ORACLE, "import sys; print(*sys.builtin_module_names)")
        names += [f.partition(".")[0] for f in os.listdir("/usr/lib/python3.11/lib-dynload")]
        self.absent = self.ask(binary, "import sys\nfor name in sys.argv[1:]:\n    try: __import__(name)\n"
                               "    except ImportError: print(name)", *sorted(names))

    def ask(self, interpreter, code, *arguments):
        done = subprocess.run([interpreter, "-c", code, *arguments], check=True, capture_output=True, text=True)
        return done.stdout.split()

    def run(self, command, folder, **more):
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
                       "PYTHONIOENCODING": "utf-8", "PYTHONPYCACHEPREFIX": os.path.join(folder, "none"),
                       "TMPDIR": folder, "HOME": folder, **more.pop("environment", {})}
        return subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, errors="replace",
                              timeout=SECONDS, stderr=subprocess.PIPE, **more)

    def events(self, interpreter, program):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            path = os.path.join(folder, "events")
            self.run([interpreter, os.path.join(AUDIT, "record.py"), path, ",".join(self.absent), program], folder,
                     stdin=subprocess.DEVNULL)
            with open(path, encoding="utf-8") as file:
                text = file.read().replace(folder, "TMP")
        for name in (self.binary, self.oracle, os.path.realpath(self.binary), ORACLE):
            text = text.replace(name, "PYTHON")
        return [e for e in text.splitlines() if not any(re.match(p, e) for _, p in UNSEEN)]

    def command_events(self, interpreter, arguments, text):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            with open(os.path.join(folder, "script.py"), "w", encoding="ascii") as file:
                file.write("x = 1\n")
            ours = interpreter == self.binary
            command = [interpreter, *(["--trace=audit"] if ours else []), *arguments]
            environment = {} if ours else {"PYTHONPATH": os.path.join(AUDIT, "start")}
            done = self.run(command, folder, input=text, environment=environment)
        names = re.findall(r"^\d+\t +audit:(.*)$" if ours else r"^audit: (.*)$", done.stderr, re.MULTILINE)
        start = max((i for i, name in enumerate(names) if name.startswith("cpython.run_")), default=0)
        return [name for name in names[start:] if name != "cpython._PySys_ClearAuditHooks"]  # for C alone

    def judge(self, program):
        """(verdict, what there is to say): verdict is PASS, FAIL or SKIP."""
        if program in COMMANDS:
            both = [lambda who=who: self.command_events(who, *COMMANDS[program]) for who in (self.oracle, self.binary)]
        else:
            both = [lambda who=who: self.events(who, os.path.join(HERE, program)) for who in (self.oracle, self.binary)]
        try:
            wanted, seen = both[0](), both[1]()
            if program in SCHEDULED:
                wanted, seen = sorted(wanted), sorted(seen)
            if (wanted == seen) == (program not in DIFFERENT):
                return ("PASS", f"{len(wanted)} events") if wanted == seen else (
                    "SKIP", "different by design: " + DIFFERENT[program])
            if wanted == seen:
                return "FAIL", "its events are equal, but it is in the list of different ones"
            if both[0]() != wanted:
                return "SKIP", "python3.11's own events differ from run to run"
        except (subprocess.TimeoutExpired, OSError) as problem:
            return "FAIL", str(problem)
        lines = list(difflib.unified_diff(wanted, seen, "wanted", "saw", n=2, lineterm=""))
        return "FAIL", "\n".join(["", *("    " + line for line in lines[:30])])


def programs(words, sample):
    files = [os.path.abspath(w) for w in words if w.endswith(".py") and os.path.isfile(w)]
    if files:
        return files
    own, lang = ([os.path.relpath(path, HERE) for path in suite.programs(folder, "imports", "threads")]
                 for folder in ("audit/programs", "lang"))
    found = [*COMMANDS, *own, *(suite.share(lang, 10) if sample else lang)]
    return [p for p in found if not words or any(w in p for w in words)]


if __name__ == "__main__":
    sys.exit(suite.judge(__doc__, programs, Runner))
