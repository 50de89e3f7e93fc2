"""The goldens with a mistake or two: a constant, an operator, a name, an argument, a base or the order of statements is
another. What such a program prints, and how it fails, is python3.11's: its tracebacks and the words of its errors, too.

    mutants.py --minipy BINARY [--first SEED] [--count N] [--seconds S] [WORD ...]

One mutant for each seed (of goldens that have a WORD in their path). One that differs is kept in build/fuzz/mutants,
with what either interpreter said. Programs that reach for files, processes, threads, the time or addresses are left as
they are, and so is what python3.11 itself does differently when it runs again, or with another seed of its hashes, and
where its own printing fails. The last line counts.
"""
import argparse
import ast
import copy
import glob
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KEPT = os.path.join(ROOT, "build", "fuzz", "mutants")
ORACLE = "/usr/bin/python3.11"
SECONDS, MEMORY, WRITTEN = 4, 3 << 30, 1 << 20  # that a mutant may take: of the processor, of addresses, of a file
# What a mutant must not do to the machine, and what no two runs agree on.
APART = re.compile(r"\b(os|posix|shutil|subprocess|signal|socket|tempfile|threading|_thread|multiprocessing|time|random|asyncio|ctypes"
                   r"|faulthandler|pathlib|gc|tracemalloc|resource|select|mmap|ssl|readline|curses|pty|fork|open|input|weakref"
                   r"|getrefcount|getsizeof|id|minipy|setrecursionlimit|dis|co_code|__sizeof__|uuid|datetime|atexit|sqlite3|hash"
                   r"|setswitchinterval|exit|breakpoint|help|license|credits|marshal|__doc__|getdoc|syslog|nis|spwd|crypt|cProfile)\b")
ADDRESS = re.compile(rb"0x[0-9a-f]{6,16}")
OWN = re.compile(rb"object address  :|lost sys.stderr|RecursionError|MemoryError")  # CPython's own ends: no model for others

CONSTANTS = (None, True, False, 0, 1, -1, 2, 7, 255, 256, 2**31, 2**63, -2**70, 1.5, -0.0, float("inf"), 1e308, 2j, "", "a", "ab", "\xe9",
             "\U0001f600", "%s", "{}", "x y", " \n", b"", b"a", b"\xff", ..., (), (1, 2))
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.Pow, ast.LShift, ast.RShift, ast.BitOr, ast.BitXor, ast.BitAnd, ast.FloorDiv,
             ast.MatMult)
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn)
KEYWORDS = "x", "key", "default", "a", "b", "self", "sep", "end", "reverse", "start", "encoding", "errors", "base", "strict", "name"
BUILTINS = ("int str list dict tuple set object type len bytes float range print iter super property frozenset bool Exception complex slice "
            "bytearray memoryview sorted reversed zip map enumerate isinstance staticmethod classmethod").split()
SPECIAL = ("__slots__ __hash__ __eq__ __iter__ __call__ __getattr__ __set_name__ __init_subclass__ __class_getitem__ __match_args__ __module__ "
           "__qualname__ __bool__ __len__ __index__ __enter__ __exit__ __del__ __dict__ __mro_entries__ __class__").split()
NO_PIECE = ast.Starred, ast.Yield, ast.YieldFrom, ast.Await, ast.FormattedValue, ast.JoinedStr, ast.NamedExpr


class Mutator:
    """Changes a tree at one place; each change_X gives False where it finds nothing to change."""

    def __init__(self, tree, rng):
        self.rng = rng
        self.nodes = list(ast.walk(tree))
        self.names = [n.id for n in self.nodes if isinstance(n, ast.Name)] or BUILTINS
        self.attributes = [n.attr for n in self.nodes if isinstance(n, ast.Attribute)]
        loaded = (n for n in self.nodes if isinstance(n, ast.expr) and isinstance(getattr(n, "ctx", ast.Load()), ast.Load))
        self.pieces = [n for n in loaded if not isinstance(n, NO_PIECE)] or [ast.Constant(0)]

    def change(self):
        self.rng.shuffle(self.nodes)
        return any(getattr(self, "change_" + type(n).__name__, self.change_other)(n) is not False for n in self.nodes)

    def piece(self):
        """An expression from somewhere in the program."""
        return copy.deepcopy(self.rng.choice(self.pieces))

    def chance(self, of):
        return self.rng.random() < of

    def change_Constant(self, node):
        if isinstance(node.value, str) and self.chance(.5):
            return False  # most are docstrings and what is printed
        node.value = self.rng.choice(CONSTANTS)

    def change_BinOp(self, node):
        node.op = self.rng.choice(OPERATORS)()

    change_AugAssign = change_BinOp

    def change_Compare(self, node):
        node.ops[self.rng.randrange(len(node.ops))] = self.rng.choice(COMPARISONS)()

    def change_UnaryOp(self, node):
        node.op = self.rng.choice((ast.Invert, ast.Not, ast.UAdd, ast.USub))()

    def change_BoolOp(self, node):
        node.op = self.rng.choice((ast.And, ast.Or))()

    def change_Name(self, node):
        if not isinstance(node.ctx, ast.Load) and self.chance(.7):
            return False
        node.id = self.rng.choice(self.names if self.chance(.6) else BUILTINS)

    def change_Attribute(self, node):
        node.attr = self.rng.choice(self.attributes)

    def change_Subscript(self, node):
        node.slice = self.rng.choice((ast.Slice(None, self.piece(), None), ast.Slice(self.piece(), None, ast.Constant(-1)), self.piece(),
                                      ast.Tuple([self.piece(), self.piece()], ast.Load())))

    def change_Return(self, node):
        node.value = self.rng.choice((self.piece(), None))

    def change_Raise(self, node):
        node.exc, node.cause = self.rng.choice(((self.piece(), None), (None, None), (self.piece(), self.piece())))

    def change_Call(self, node):
        at = self.rng.randrange(len(node.args) + 1)
        kind = self.rng.randrange(5)
        if kind == 0:
            node.args.insert(at, self.piece())
        elif kind == 1:
            node.keywords.append(ast.keyword(self.rng.choice((*KEYWORDS, None)), self.piece()))
        elif at == len(node.args):
            return False
        elif kind == 2:
            del node.args[at]
        elif kind == 3:
            node.args[at] = self.piece()
        else:
            given = node.args[at]
            node.args[at] = given.value if isinstance(given, ast.Starred) else ast.Starred(given, ast.Load())

    def change_ClassDef(self, node):
        kind = self.rng.randrange(4)
        if kind == 0:
            node.bases.append(self.piece())
        elif kind == 1:
            node.keywords.append(ast.keyword("metaclass", self.piece()))
        elif kind == 2:
            node.body.insert(0, ast.Assign([ast.Name(self.rng.choice(SPECIAL), ast.Store())], self.piece(), lineno=1))
        else:
            node.decorator_list.append(self.piece())

    def change_arguments(self, node):
        if not node.args:
            return False
        kind = self.rng.randrange(3)
        if kind == 0 and len(node.defaults) < len(node.args) + len(node.posonlyargs):
            node.defaults.insert(0, self.piece())
        elif kind == 1:
            node.posonlyargs, node.args = node.posonlyargs + node.args, []
        else:
            node.kwonlyargs.append(node.args.pop())
            node.kw_defaults.append(node.defaults.pop() if node.defaults else None)

    def change_other(self, node):
        """Statements: one is left out, two change places, one comes twice."""
        body = getattr(node, "body", None)
        if not isinstance(body, list) or len(body) < 2:
            return False
        one, other = self.rng.sample(range(len(body)), 2)
        kind = self.rng.randrange(3)
        if kind == 0:
            del body[one]
        elif kind == 1:
            body[one], body[other] = body[other], body[one]
        else:
            body.insert(one, copy.deepcopy(body[other]))


def mutant(source, rng):
    """The text of one; None: it cannot be written."""
    tree = ast.parse(source)
    try:
        for _ in range(rng.choice((1, 1, 2, 3))):
            Mutator(tree, rng).change()
        return ast.unparse(ast.fix_missing_locations(tree))
    except (ValueError, TypeError, IndexError, AttributeError, RecursionError):
        return None


def goldens(words):
    """(path, source) of those that are mutated."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "lang", "*", "*.py"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            source = file.read()
        if APART.search(source) or os.path.exists(path[:-3] + ".minipy") or not all(word in path for word in words):
            continue
        try:
            ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        yield path, source


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN, WRITTEN))


def said(interpreter, program, folder, seed="0"):
    """The status and what was printed; None: it took too long."""
    environment = {"PYTHONHASHSEED": seed, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nowhere"}
    try:
        done = subprocess.run([interpreter, "-s", "-P", "-S", program], capture_output=True, timeout=3 * SECONDS, stdin=subprocess.DEVNULL,
                              preexec_fn=limits, cwd=folder, env=environment)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode in (-9, -24):
        return None
    return done.returncode, ADDRESS.sub(b"ADDRESS", done.stdout), ADDRESS.sub(b"ADDRESS", done.stderr)


def differs(minipy, program, folder):
    """What either said, if that is not the same and python3.11 stands by it."""
    wanted = said(ORACLE, program, folder)
    if wanted is None or wanted[0] < 0 or any(OWN.search(text) for text in wanted[1:]):
        return None
    seen = said(minipy, program, folder)
    if seen == wanted or said(ORACLE, program, folder, "1") != wanted or said(ORACLE, program, folder) != wanted:
        return None
    return wanted, seen


def keep(seed, source, pair):
    os.makedirs(KEPT, exist_ok=True)
    with open(os.path.join(KEPT, f"{seed}.py"), "w", encoding="utf-8", errors="surrogatepass") as file:
        file.write(source)
    for name, what in zip(("python3.11", "minipy"), pair):
        with open(os.path.join(KEPT, f"{seed}.{name}"), "wb") as file:
            file.write(b"took too long\n" if what is None else b"status %d\n%s\n%s" % what)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    minipy, end = os.path.abspath(args.minipy), time.monotonic() + args.seconds
    programs, passed, failed = list(goldens(args.words)), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "mutant.py")
        for seed in range(args.first, args.first + args.count):
            if time.monotonic() > end:
                break
            rng = random.Random(seed)
            path, source = rng.choice(programs)
            changed = mutant(source, rng)
            if changed is None:
                continue
            with open(program, "w", encoding="utf-8", errors="surrogatepass") as file:
                file.write(changed)
            pair = differs(minipy, program, folder)
            if pair:
                keep(seed, changed, pair)
                print(f"FAIL {seed}: {os.path.relpath(path, ROOT)} with a mistake: {os.path.relpath(KEPT)}/{seed}.*", flush=True)
            passed, failed = passed + (not pair), failed + bool(pair)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
