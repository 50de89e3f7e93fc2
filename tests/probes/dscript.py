#!/usr/bin/python3.11
"""Checks D scripts for DTrace against probes/markers.def, where there is no D compiler (Linux's `dtrace` makes headers).

    /usr/bin/python3.11 tests/probes/dscript.py FILE.d...

Parses the language of probes/scripts: declarations, pragmas, probe descriptions, predicates, clauses, aggregations. Every
probe of our providers must be a marker, every argN one of its arguments, read as what it is: text by copyinstr(), for
it is an address in the traced process, the rest as numbers. Variables have one type each and are given a value
somewhere; functions get as many arguments as they take, printf() what its format says. Prints FILE:LINE: REASON.
"""
import os
import re
import sys

from common import Failure, ROOT, read_markers

TOKEN = re.compile(r"""
    (?P<skip>\s+|/\*.*?\*/|//[^\n]*|\#!?[^\n]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<number>0[xX][0-9a-fA-F]+|\d+)(?:[uUlL]+|(?P<unit>ns|us|ms|sec|s|min|hz)\b)?
  | (?P<macro>\$\$?(?:\d+|target|pid|uid))
  | (?P<aggregation>@\w*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign>->|\+\+|--|<<=|>>=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|&&|\|\||\^\^|==|!=|<=|>=|<<|>>|[-+*/%&|^!~<>=?:,;(){}\[\]])
""", re.X | re.S)

INT, TEXT, ADDRESS, VOID = "a number", "a string", "an address of the process", "nothing"
TYPES = {"int": INT, "long": INT, "short": INT, "char": INT, "unsigned": INT, "uint64_t": INT, "int64_t": INT,
         "uint32_t": INT, "int32_t": INT, "uintptr_t": ADDRESS, "string": TEXT, "void": VOID}
BUILTINS = {"timestamp": INT, "vtimestamp": INT, "walltimestamp": INT, "pid": INT, "ppid": INT, "tid": INT, "uid": INT,
            "cpu": INT, "errno": INT, "epid": INT, "execname": TEXT, "probeprov": TEXT, "probemod": TEXT,
            "probefunc": TEXT, "probename": TEXT, "ucaller": ADDRESS}
# name: (types of the arguments that it must have, of those that it may have, of its result)
FUNCTIONS = {"copyinstr": ([ADDRESS], [INT], TEXT), "basename": ([TEXT], [], TEXT), "dirname": ([TEXT], [], TEXT),
             "strlen": ([TEXT], [], INT), "strjoin": ([TEXT, TEXT], [], TEXT), "substr": ([TEXT, INT], [INT], TEXT),
             "strstr": ([TEXT, TEXT], [], TEXT), "index": ([TEXT, TEXT], [INT], INT), "lltostr": ([INT], [INT], TEXT),
             "exit": ([INT], [], VOID), "ustack": ([], [INT, INT], VOID), "jstack": ([], [INT, INT], VOID),
             "trace": ([None], [], VOID), "stop": ([], [], VOID)}
AGGREGATIONS = {"count": (0, 0), "sum": (1, 1), "min": (1, 1), "max": (1, 1), "avg": (1, 1), "stddev": (1, 1),
                "quantize": (1, 1), "lquantize": (3, 4), "llquantize": (5, 5)}
OF_AGGREGATIONS = {"clear": (1, 1), "trunc": (1, 2), "normalize": (2, 2), "denormalize": (1, 1)}
LEVELS = [("?",), ("||",), ("^^",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"),
          ("+", "-"), ("*", "/", "%")]
ASSIGNS = ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
FORMAT = re.compile(r"%[-+ 0#']*(\*|\d+)?(?:\.(\*|\d+))?(?:hh|h|ll|l|z|j)?([a-zA-Z%@])")
PROVIDER = re.compile(r"(python|minipy)(?:\$target|\*|\d+)?$")


class Wrong(Exception):
    """line, reason"""


def tokens_of(text):
    """[(kind, text, line)]; the description of a probe is read from the source, as its parts may be any letters."""
    found, place = [], 0
    while place < len(text):
        match = TOKEN.match(text, place)
        line = text.count("\n", 0, place) + 1
        if not match:
            raise Wrong(line, f"cannot read {text[place:place + 20]!r}")
        if match.lastgroup == "unit" or not match["skip"]:
            kind = next(name for name, value in match.groupdict().items() if value and name != "unit")
            found.append((kind, match[kind], line, place))
        place = match.end()
    return found + [("end", "end of the file", text.count("\n") + 1, len(text))]


class Script:
    def __init__(self, text, markers):
        self.text, self.tokens, self.place = text, tokens_of(text), 0
        self.markers = {marker.name.replace("__", "-"): marker for marker in markers}
        self.variables = {}  # (self, this or "", name): type
        self.written, self.read = set(), {}
        self.aggregations = {}  # name: (function, types of the keys)
        self.arguments = []  # of the clause: one list of forms for each marker of its

    # ---- tokens ----

    @property
    def token(self):
        return self.tokens[self.place][1]

    @property
    def kind(self):
        return self.tokens[self.place][0]

    def wrong(self, reason):
        raise Wrong(self.tokens[self.place][2], reason)

    def take(self, text=None):
        if text is not None and self.token != text:
            self.wrong(f"{text!r} wanted, not {self.token!r}")
        self.place += 1
        return self.tokens[self.place - 1][1]

    def accept(self, *texts):
        if self.kind in ("sign", "name") and self.token in texts:
            return self.take()
        return None

    def name(self):
        if self.kind != "name":
            self.wrong(f"a name wanted, not {self.token!r}")
        return self.take()

    # ---- the file ----

    def check(self):
        while self.kind != "end":
            if not self.declaration():
                self.clause()
        for key, line in self.read.items():
            if key not in self.written:
                raise Wrong(line, f"{'->'.join(filter(None, key))} is read, and nothing gives it a value")

    def declaration(self):
        start = self.place
        scope = self.take() if self.token in ("self", "this") else ""
        if self.kind != "name" or self.token not in TYPES:
            self.place = start
            return False
        form = TYPES[self.take()]
        while self.kind == "name" and self.token in TYPES:  # unsigned long
            self.take()
        if self.accept("*"):
            form = ADDRESS
        key = scope, self.name()
        if self.accept("["):
            while not self.accept("]"):
                self.take()
        self.take(";")
        self.set_type(key, form)
        if form is INT or form is ADDRESS:
            self.written.add(key)  # 0 until it has another value
        return True

    def clause(self):
        self.arguments = []
        self.descriptions()
        if self.accept("/"):
            if self.expression() not in (INT, ADDRESS):
                self.wrong("a predicate must be a number")
            self.take("/")
        self.take("{")
        while not self.accept("}"):
            self.statement()

    def descriptions(self):
        """From the source: a token of D is no part of it. The predicate begins with / at the start of a word."""
        start = self.tokens[self.place][3]
        match = re.compile(r"([^/{};]*?)\s*(?=[/{])").match(self.text, start)
        if not match:
            self.wrong(f"a probe wanted, not {self.token!r}")
        for description in match[1].split(","):
            self.description(re.sub(r"\s+", "", description))
        while self.tokens[self.place][3] < match.end():
            self.place += 1

    def description(self, text):
        if text in ("BEGIN", "END", "ERROR", "dtrace:::BEGIN", "dtrace:::END", "dtrace:::ERROR") or re.fullmatch(
                r"(profile:::)?(tick|profile)-\d+(ns|us|ms|s|sec|m|min|hz)?", text):
            self.arguments.append([])
            return
        parts = text.split(":")
        provider = PROVIDER.match(parts[0])
        if len(parts) != 4 or not provider:
            self.wrong(f"{text}: no probe of provider python or minipy, of the profile provider, nor BEGIN, END, ERROR")
        if parts[0] != provider[1] + "$target":
            self.wrong(f"{text}: the provider is {provider[1]}$target, the process of -p or -c")
        known = sorted(name for name, marker in self.markers.items() if marker.provider == provider[1])
        if parts[3] not in known:
            self.wrong(f"{text}: no marker {parts[3]}; there are {', '.join(known)}")
        self.arguments.append([form for form, _ in self.markers[parts[3]].args])

    # ---- statements and expressions: each returns its type ----

    def statement(self):
        if self.accept(";"):
            return
        if self.kind == "aggregation":
            self.aggregation()
        else:
            self.expression()
        if self.token != "}":
            self.take(";")

    def keys(self):
        found = []
        if self.accept("["):
            found.append(self.expression())
            while self.accept(","):
                found.append(self.expression())
            self.take("]")
        return found

    def aggregation(self):
        name, keys = self.take(), self.keys()
        self.take("=")
        function = self.name()
        if function not in AGGREGATIONS:
            self.wrong(f"{function}() is no aggregation; there are {', '.join(AGGREGATIONS)}")
        given = self.given()
        least, most = AGGREGATIONS[function]
        if not least <= len(given) <= most:
            self.wrong(f"{function}() takes {least} to {most} arguments, not {len(given)}")
        if any(form is not INT for form in given):
            self.wrong(f"{function}() takes numbers, not {', '.join(given)}")
        known = self.aggregations.setdefault(name, (function, keys))
        if known != (function, keys):
            self.wrong(f"{name} is {known[0]}() by [{', '.join(known[1])}] elsewhere")

    def given(self):
        self.take("(")
        found = []
        while not self.accept(")"):
            found.append(self.expression())
            if self.token != ")":
                self.take(",")
        return found

    def expression(self):
        start = self.place
        if self.kind in ("name", "macro"):
            key = self.target()
            if key and self.token in ASSIGNS:
                return self.assign(key)
            self.place = start
        return self.binary(0)

    def target(self):
        """The variable that the tokens here name, with its index, if they do; the index is checked when it is read."""
        scope = ""
        if self.token in ("self", "this"):
            scope = self.take()
            if not self.accept("->"):
                return None
        if self.kind != "name" or (not scope and (self.token in BUILTINS or re.fullmatch(r"arg\d", self.token))):
            return None
        key = scope, self.take()
        if self.token == "(":
            return None
        self.keys()
        return key

    def assign(self, key):
        sign = self.take()
        if sign != "=" and key not in self.variables:
            self.set_type(key, INT)
        form = self.expression()
        if sign != "=" and form is not INT:
            self.wrong(f"{sign} wants a number, not {form}")
        if form is VOID:
            self.wrong("a value wanted")
        self.set_type(key, form)
        self.written.add(key)
        return form

    def set_type(self, key, form):
        known = self.variables.setdefault(key, form)
        if known is not form and {known, form} != {INT, ADDRESS}:
            self.wrong(f"{'->'.join(filter(None, key))} is {known} elsewhere, and {form} here")

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while (sign := self.token) in LEVELS[level] and self.kind == "sign" and not self.ends_predicate(sign):
            self.take()
            if sign == "?":
                yes = self.expression()
                self.take(":")
                if yes is not (no := self.expression()):
                    self.wrong(f"? has {yes} and {no}")
                return yes
            right = self.binary(level + 1)
            both = {left, right}
            if sign in LEVELS[7] + LEVELS[8] and both == {TEXT}:
                left = INT
            elif TEXT in both or VOID in both or (ADDRESS in both and level > 8 and sign not in "+-"):
                self.wrong(f"{sign} of {left} and {right}")
            else:
                left = ADDRESS if ADDRESS in both and sign in "+-" else INT
        return left

    def ends_predicate(self, sign):
        return sign == "/" and self.tokens[self.place + 1][1] == "{"

    def unary(self):
        if sign := self.accept("!", "~", "-", "+", "++", "--"):
            form = self.unary()
            if form is not INT and not (sign == "!" and form is ADDRESS):
                self.wrong(f"{sign} of {form}")
            return INT
        if self.token == "(" and self.tokens[self.place + 1][1] in TYPES:
            self.take()
            form = TYPES[self.name()]
            while not self.accept(")"):
                form = ADDRESS if self.take() == "*" else form
            if (inner := self.unary()) is TEXT and form is not TEXT:
                self.wrong(f"{inner} taken for {form}")
            return form
        return self.primary()

    def primary(self):
        if self.accept("("):
            form = self.expression()
            self.take(")")
            return form
        kind = self.kind
        if kind == "string":
            self.take()
            return TEXT
        if kind in ("number", "macro"):
            return TEXT if self.take().startswith("$$") else INT
        if kind == "aggregation":
            self.wrong("an aggregation has no value")
        start = self.place
        key = self.target()
        if key:
            self.read.setdefault(key, self.tokens[start][2])
            if self.accept("++", "--"):
                self.set_type(key, INT)
                self.written.add(key)
            return self.variables.setdefault(key, INT)
        self.place = start
        return self.builtin(self.name())

    def builtin(self, name):
        if re.fullmatch(r"arg\d", name):
            return self.argument(int(name[3:]))
        if name in BUILTINS:
            return BUILTINS[name]
        if name in ("printf", "printa"):
            return self.printf(name)
        if name in OF_AGGREGATIONS:
            return self.of_aggregation(name)
        if name not in FUNCTIONS:
            self.wrong(f"{name} is no function, variable or built-in")
        needed, possible, result = FUNCTIONS[name]
        given = self.given()
        if not len(needed) <= len(given) <= len(needed) + len(possible):
            self.wrong(f"{name}() takes {len(needed)} to {len(needed) + len(possible)} arguments, not {len(given)}")
        for form, wanted in zip(given, needed + possible):
            if wanted is not None and form is not wanted:
                self.wrong(f"{name}() takes {wanted}, not {form}")
        return result

    def argument(self, number):
        forms = {forms[number] if number < len(forms) else None for forms in self.arguments}
        if None in forms:
            self.wrong(f"arg{number}: the probe has {min(map(len, self.arguments))} arguments")
        kinds = {INT if form in ("INT", "LONG") else ADDRESS for form in forms}
        if len(kinds) > 1:
            self.wrong(f"arg{number} is a number in one of the probes and an address in another")
        return kinds.pop()

    def of_aggregation(self, name):
        self.take("(")
        if self.kind != "aggregation":
            self.wrong(f"{name}() takes an aggregation")
        self.take()
        count = 1
        while self.accept(","):
            self.expression()
            count += 1
        self.take(")")
        least, most = OF_AGGREGATIONS[name]
        if not least <= count <= most:
            self.wrong(f"{name}() takes {least} to {most} arguments, not {count}")
        return VOID

    def printf(self, name):
        self.take("(")
        form = self.take() if self.kind == "string" else ""
        if name == "printf" and not form:
            self.wrong("printf() begins with a format")
        if name == "printa":
            if form:
                self.take(",")
            if self.kind != "aggregation":
                self.wrong("printa() takes an aggregation")
            self.take()
            self.take(")")
            return VOID
        given = []
        while self.accept(","):
            given.append(self.expression())
        self.take(")")
        wanted = []
        for width, exact, letter in FORMAT.findall(form):
            wanted += [INT] * ((width == "*") + (exact == "*"))
            wanted += {"s": [TEXT], "S": [TEXT], "%": [], "p": [ADDRESS]}.get(letter, [INT])
        if len(wanted) != len(given):
            self.wrong(f"printf({form}) wants {len(wanted)} values, not {len(given)}")
        for number, (want, got) in enumerate(zip(wanted, given), 1):
            if want is not got and not (want is INT and got is ADDRESS and "x" in form):
                self.wrong(f"printf({form}): value {number} is {got}, wanted {want}")
        return VOID


def all_markers():
    return [marker for provider in ("python", "minipy") for marker in read_markers(provider)]


def problem_of(text, markers):
    """None, or "LINE: REASON"."""
    try:
        Script(text, markers).check()
    except Wrong as wrong:
        return f"{wrong.args[0]}: {wrong.args[1]}"
    return None


ENTRY = "python$target:::function-entry\n"
# What must be found in a wrong script: (the reason's words, the script).
WRONG = (
    ("no marker function-enter", "python$target:::function-enter { @ = count(); }"),
    ("no marker function__entry", "python$target:::function__entry { @ = count(); }"),
    ("the provider is python$target", "python*:::line { @ = count(); }"),
    ("no probe of provider python", "syscall::read:entry { @ = count(); }"),
    ("no probe of provider python", "python$target::line { @ = count(); }"),
    ("no marker exception-raise", "python$target:::exception-raise { @ = count(); }"),
    ("arg6: the probe has 6", "minipy$target:::exception-raise { trace(arg6); }"),
    ("arg4: the probe has 4", ENTRY + "{ trace(arg4); }"),
    ("arg1: the probe has 1", "python$target:::gc-start { trace(arg1); }"),
    ("arg0 is a number in one", ENTRY + ", python$target:::gc-start { @[copyinstr(arg0)] = count(); }"),
    ("value 1 is an address", ENTRY + '{ printf("%s", arg0); }'),
    ("value 1 is a number, wanted a string", ENTRY + '{ printf("%s", arg2); }'),
    ("value 1 is a string, wanted a number", ENTRY + '{ printf("%d", copyinstr(arg1)); }'),
    ("wants 2 values, not 1", ENTRY + '{ printf("%d %d", arg2); }'),
    ("wants 3 values, not 2", ENTRY + '{ printf("%*s%d", 3, ""); }'),
    ("copyinstr() takes an address of the process, not a number", ENTRY + "{ trace(copyinstr(arg2)); }"),
    ("basename() takes a string, not an address", ENTRY + "{ trace(basename(arg0)); }"),
    ("copyinstr() takes 1 to 2 arguments, not 0", ENTRY + "{ trace(copyinstr()); }"),
    ("no function, variable", ENTRY + "{ trace(nameof(arg2)); }"),
    ("self->from is read", ENTRY + "/self->from/ { trace(arg2); }"),
    ("self->a is a number elsewhere", ENTRY + "{ self->a = timestamp; self->a = execname; }"),
    ("a predicate must be a number", ENTRY + "/execname/ { trace(arg2); }"),
    ("- of a string and a number", ENTRY + "{ trace(execname - 1); }"),
    ("? has a string and a number", ENTRY + "{ trace(arg2 ? execname : 1); }"),
    ("average() is no aggregation", ENTRY + "{ @[arg2] = average(arg2); }"),
    ("sum() takes 1 to 1 arguments, not 0", ENTRY + "{ @ = sum(); }"),
    ("sum() takes numbers", ENTRY + "{ @ = sum(execname); }"),
    ("@a is count() by [a string]", ENTRY + "{ @a[execname] = count(); }\n" + ENTRY + "{ @a[arg2] = count(); }"),
    ("';' wanted", ENTRY + "{ trace(1) trace(2); }"),
    ("wanted, not 'end of the file'", ENTRY + "{ trace(1);"),
    ("cannot read", ENTRY + "{ trace(`x`); }"),
    ("an aggregation has no value", ENTRY + "{ self->x = @a; }"),
)
RIGHT = (
    "#pragma D option quiet\nint total;\nself int depth; this string s;\nBEGIN { total = 0; }\n" + ENTRY
    + "/self->depth < 3 && copyinstr(arg1) == \"f\"/ { this->s = strjoin(copyinstr(arg0), \":\"); self->depth++;\n"
    "@calls[this->s, arg2] = count(); @[execname] = lquantize(arg2 / 2, 0, 100, 10); total += arg2 * 2; }\n"
    "tick-1sec { printa(\"%s %d %@d\", @calls); trunc(@calls, 10); printf(\"%-10s %5.2d%%\", probename, total); }\n"
    "python$target:::gc-start, python$target:::gc-done { x[tid, \"a\"] = arg0; trace(x[tid, \"a\"]); }\n"
    "python$target:::audit /arg1 != 0 && !self->depth/ { printf(\"%p %x\", arg1, (int)arg1); exit(0); }\nEND { clear(@calls); }",
    "minipy$target:::exception-raise { @[copyinstr(arg0), arg3] = count(); }",
)


def check_scripts(folder):
    markers = all_markers()
    files = [name for name in sorted(os.listdir(folder)) if name.endswith(".d")]
    if not files:
        raise Failure(f"no D script in {folder}")
    for name in files:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            problem = problem_of(file.read(), markers)
        if problem:
            raise Failure(f"{name}:{problem}")


def check_checker():
    """Wrong scripts are told, with their reason; right ones pass."""
    markers = all_markers()
    for text in RIGHT:
        if problem := problem_of(text, markers):
            raise Failure(f"a right script: {problem}")
    for reason, text in WRONG:
        problem = problem_of(text, markers)
        if reason not in (problem or ""):
            raise Failure(f"{text!r}: {problem}, wanted {reason}")


def run_checks(report):
    report.check("D scripts: the checker finds what is wrong", check_checker)
    report.check("D scripts: parsed and type-checked", check_scripts, os.path.join(ROOT, "probes", "scripts"))


def main():
    bad = 0
    for path in sys.argv[1:]:
        if path.startswith("-"):
            print(__doc__)
            return 0 if path in ("-h", "--help") else 2
        with open(path, encoding="utf-8") as file:
            if problem := problem_of(file.read(), all_markers()):
                print(f"{path}:{problem}")
                bad += 1
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
