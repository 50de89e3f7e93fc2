"""The operations of `make bench-operations` with an argument, an operand or an index that is something else, or one argument more
or less, or by a name: what comes of it, or the exception with its message, is python3.11's.

    operands.py --minipy BINARY [--seed N] [--each N] [--seconds S] [WORD ...]

Each place of each operation (of groups that have a WORD in their name) gets N of the values below, other ones with another
seed. What differs is printed with what either says. The last line counts.
"""
import argparse
import ast
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "bench"))
import operations  # noqa: E402

ORACLE = "/usr/bin/python3.11"
MEMORY = 4 << 30
VALUES = ("-1", "0", "2", "1 << 63", "-(1 << 63) - 1", "10 ** 40", "True", "1.5", "-0.0", "float('nan')", "float('inf')", "2j", "None", "...",
          "''", "'a'", "'ab,c'", "'\\xe9'", "'\\udc80'", "'\\U0001f600'", "'a\\0b'", "b''", "b'a'", "b'\\xff'", "bytearray(b'ab')", "memoryview(b'ab')", "()", "(1, 2)",
          "('a', 'b')", "[]", "[1, 'a']", "{}", "{'a': 1}", "{1: 'b'}", "set()", "{1, 2}", "range(3)", "slice(1, 2)", "int", "str", "len", "object",
          "Index(2)", "Index(1 << 70)", "Index('a')", "Whole()", "Real()", "Text('a')", "Number(3)", "Plain()", "iter([1, 2])", "(x for x in 'ab')",
          "ValueError('a')", "lambda *a: 2", "lambda: 1 / 0", "Path()", "Many()", "Hashless()", "Unequal()", "Truthless()")
NAMES = "x", "key", "default", "sep", "end", "encoding", "errors", "start", "n", "maxsplit", "base"
KNOWN = re.compile(r"given by name")  # of minipy: an argument given twice is looked for before others are converted
# What speaks with the world, or waits, or shows what no two runs agree on.
APART = re.compile(r"\b(" + "|".join(r"""
    sleep fork kill _exit system Popen subprocess run socket\w* urandom time\w* perf_counter monotonic clock\w* getpid random randrange choice
    shuffle sample id hash uuid\w* tempfile Thread\w* threading getsizeof __sizeof__ urlopen input getrefcount now utcnow today settrace
    setprofile gc signal exit abort hexversion get_referrers asyncio setrecursionlimit globals locals vars dir open print select mmap write\w*
    os shutil pathlib dis marshal stat walk scandir glob iglob getswitchinterval setswitchinterval set_threshold help secrets reprlib getdoc P
    token_hex ab c_char_p c_wchar_p cast memset memmove mock Mock enter sel getmembers choices getweakrefcount wraps""".split()) + r")\b")

# Run by both: a line has what is prepared, n, and texts; a line with what came of each is the answer.
INSIDE = r"""
import json, re, signal, sys, warnings
class Index:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
class Whole:
    def __int__(self): return 3
class Real:
    def __float__(self): return 2.5
class Path:
    def __fspath__(self): return '/nosuch/path'
class Many:
    def __len__(self): return 3
    def __getitem__(self, i):
        if i > 2: raise IndexError(i)
        return i
class Hashless:
    __hash__ = None
class Unequal:
    def __eq__(self, other): raise KeyError('eq')
    def __hash__(self): return 1
    def __lt__(self, other): raise KeyError('lt')
class Truthless:
    def __bool__(self): raise KeyError('bool')
class Text(str): pass
class Number(int): pass
class Plain: pass
class TooLong(BaseException): pass
KNOWN = {c.__name__: c for c in (Index, Whole, Real, Path, Many, Hashless, Unequal, Truthless, Text, Number, Plain)}
def too_long(*_): raise TooLong
signal.signal(signal.SIGALRM, too_long)
def alike(text):  # but for addresses, names of temporary files and the tag of cached code
    return re.sub('0x[0-9a-f]{6,}|/tmp/tmp[a-z0-9_]*|[a-z]*-311.pyc', '~', ascii(text))[:400]
def shown(v):
    if hasattr(type(v), '__next__'):
        v = type(v).__name__, [x for x, _ in zip(v, range(6))]
    return alike(v)
def outcome(text, names):
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter('always')
            signal.setitimer(signal.ITIMER_REAL, 3)
            try:
                tree = compile(text, '<text>', 'eval')
            except SyntaxError:
                exec(compile(text, '<text>', 'exec'), names)
                said = 'done'
            else:
                said = shown(eval(tree, names))
        return said + ''.join(f' {w.category.__name__}: {w.message}' for w in told if w.category is not ResourceWarning)
    except TooLong:
        return 'too long'
    except MemoryError:
        return 'MemoryError'
    except BaseException as e:
        cause = e.__cause__ or e.__context__
        try:
            said = str(e)
        except Exception as bad:
            said = f'str: {bad}'
        return alike(f'{type(e).__qualname__}: {said}' + (f' < {type(cause).__name__}: {cause}' if cause else ''))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
def made(prepare, n):
    names = {'n': n}
    exec(f'def f(n):\n {prepare}\n return locals()', names)
    return {**KNOWN, **names['f'](n)}
for line in sys.stdin:
    prepare, n, texts = json.loads(line)
    try:
        names = made(prepare, n)
    except Exception as e:
        print(json.dumps([f'not prepared: {type(e).__name__}: {e}'] * len(texts)), flush=True)
    else:
        print(json.dumps([outcome(text, names) for text in texts]), flush=True)
"""


class Interpreter:
    """Answers lines; one that has died is started again."""

    def __init__(self, binary):
        self.binary = os.path.abspath(binary)
        self.start()

    def start(self):
        self.folder = tempfile.TemporaryDirectory(prefix="mpy")  # files may be made
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # noqa: E731
        self.process = subprocess.Popen([self.binary, "-S", "-c", INSIDE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        cwd=self.folder.name, text=True, env={**operations.ENV, "PYTHONHASHSEED": "0"}, preexec_fn=limit)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            print(f"FAIL {self.binary} died behind its answer: {self.process.wait()}")
            self.start()
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def answer(self, count):
        line = self.process.stdout.readline()
        if line:
            return json.loads(line)
        status = self.process.wait()
        self.start()
        return [f"died: {status}"] * count


def places(tree):
    """(list or node, index or name of a field) of each place; behind the last argument there is one more, and None takes it away."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for i in range(len(node.args)):
                yield node.args, i
            for keyword in node.keywords:
                yield keyword, "value"
            yield node.args, len(node.args)
            if node.args:
                yield node.args, None
            yield node.keywords, len(node.keywords)
        elif isinstance(node, ast.BinOp):
            yield node, "left"
            yield node, "right"
        elif isinstance(node, ast.Compare):
            yield node, "left"
            yield node.comparators, 0
        elif isinstance(node, ast.UnaryOp):
            yield node, "operand"
        elif isinstance(node, ast.Subscript):
            yield node, "slice"
        elif isinstance(node, ast.FormattedValue):
            yield node, "value"
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            yield node, "value"


def written(tree):
    try:
        return ast.unparse(tree)
    except ValueError:  # a backslash in an f-string
        return ""


def variants(text, rng, each):
    try:
        tree = ast.parse(text.replace(" except ", "\nexcept "))
    except SyntaxError:
        return
    for where, which in places(tree):
        if which is None:
            last = where.pop()
            yield written(tree)
            where.append(last)
            continue
        for value in rng.sample(VALUES, each):
            new = ast.parse(value, mode="eval").body
            if isinstance(which, str):
                old = getattr(where, which)
                setattr(where, which, new)
                yield written(tree)
                setattr(where, which, old)
            elif which == len(where):
                is_name = any(isinstance(n, ast.Call) and n.keywords is where for n in ast.walk(tree))
                where.append(ast.keyword(rng.choice(NAMES), new) if is_name else new)
                yield written(tree)
                where.pop()
            else:
                old = where[which]
                where[which] = new
                yield written(tree)
                where[which] = old


def judge(theirs, ours):
    """True, False, or None: python3.11 itself gives no answer to compare with, or the difference is known."""
    if theirs == "too long" or theirs.startswith(("died", "not prepared")) or KNOWN.search(ours):
        return None
    return theirs == ours


def compare(both, group, operation, rng, each):
    """(what judge() says, text, what python3.11 said, what minipy said) of each variant."""
    varies, prepare, _ = operations.GROUPS[group]
    texts = [t for t in dict.fromkeys(variants(operation, rng, each)) if t and not APART.search(t)]
    if not texts:
        return []
    for interpreter in both:
        interpreter.send(json.dumps([prepare, 12 if varies else 1, texts]))
    said = zip(texts, *(interpreter.answer(len(texts)) for interpreter in both))
    return [(judge(theirs, ours), text, theirs, ours) for text, theirs, ours in said]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    rng, end = random.Random(args.seed), time.monotonic() + args.seconds
    both = [Interpreter(ORACLE), Interpreter(args.minipy)]
    chosen = [(group, operation) for group in operations.GROUPS if not args.words or any(word in group for word in args.words)
              for operation in operations.operations(group)]
    rng.shuffle(chosen)
    passed = failed = skipped = 0
    for group, operation in chosen:
        if time.monotonic() > end:
            break
        for same, text, theirs, ours in compare(both, group, operation, rng, args.each):
            passed, failed, skipped = passed + (same is True), failed + (same is False), skipped + (same is None)
            if same is False:
                print(f"FAIL {group}: {text}\n  python3.11: {theirs}\n  minipy:     {ours}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
