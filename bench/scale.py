#!/usr/bin/python3.11
"""What an operation costs as things grow: `make bench-scale`.

    /usr/bin/python3.11 bench/scale.py [--minipy BINARY] [--check] [--plot FILE.svg] [WORD ...]

Each case does n operations on something of size n, in a process of its own, at sizes 8 times apart, up to its largest.
Printed is the CPU time of one, in nanoseconds: where it is flat, nothing is quadratic. Caches of the machine make it two
to four times as much for what is larger than they are; `log` cases have their factor by nature, `power` cases (digits
of big ints) a power of n that is said beside them. --check stops at small sizes and fails where 64 times the size makes
an operation more than 8 times as dear: the suite `bench` runs it.
"""
import argparse
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FACTOR, SMALL, ALLOWED = 8, 64, 8

# name: (largest n, power of n that one operation may take, what is prepared, what is timed).
CASES = {
    "dict, entries added": (10_000_000, 0, "", "d = {}\nfor i in range(n): d[i] = i"),
    "dict, texts added": (1_000_000, 0, "keys = [str(i) for i in range(n)]", "d = {}\nfor k in keys: d[k] = 1"),
    "dict, entries removed from the front": (1_000_000, 0, "d = dict.fromkeys(range(n))", "for i in range(n): del d[next(iter(d))]"),
    "dict, popitem": (1_000_000, 0, "d = dict.fromkeys(range(n))", "while d: d.popitem()"),
    "set, items added": (10_000_000, 0, "", "s = set()\nfor i in range(n): s.add(i)"),
    "set, items popped": (1_000_000, 0, "s = set(range(n))", "while s: s.pop()"),
    "set, union and intersection": (1_000_000, 0, "a, b = set(range(n)), set(range(n // 2, n + n // 2))", "(a | b) - (a & b)"),
    "list, items appended": (100_000_000, 0, "", "l = []\nfor i in range(n): l.append(i)"),
    "list, items popped": (1_000_000, 0, "l = list(range(n))", "while l: l.pop()"),
    "list, slice assigned": (10_000_000, 0, "l = list(range(n))", "l[: n // 2] = l[n // 2 :]"),
    "list, extended by itself": (10_000_000, 0, "l = list(range(n // 2))", "l += l"),
    "list, sorted (log)": (1_000_000, 0, "l = [i * 7919 % n for i in range(n)]", "l.sort()"),
    "deque, turned": (1_000_000, 0, "from collections import deque\nd = deque(range(n))", "for i in range(n): d.append(d.popleft())"),
    "str, joined": (10_000_000, 0, "parts = ['ab'] * n", "''.join(parts)"),
    "str, appended in place": (1_000_000, 0, "def f():\n s = ''\n for i in range(n): s += 'x'", "f()"),
    "str, split": (10_000_000, 0, "s = 'ab ' * n", "s.split()"),
    "str, replaced": (10_000_000, 0, "s = 'ab' * n", "s.replace('a', 'xyz')"),
    "str, found in vain": (100_000_000, 0, "s = 'a' * n", "s.find('a' * 50 + 'b'); 'b' + 'a' * 50 in s; s.rfind('b' + 'a' * 50); s.rfind('a' * 50 + 'b')"),
    "str, encoded and decoded": (100_000_000, 0, "s = 'a\\xe9' * (n // 2)", "s.encode().decode()"),
    "str, half of it surrogates, by handlers": (1_000_000, 0, "import codecs\ncodecs.register_error('mine', lambda e: ('?', e.end))\ns = 'a\\udc80' * (n // 2)",
                                                "for h in 'surrogateescape', 'surrogatepass', 'replace', 'mine': s.encode('utf-8', h); s.encode('utf-8', 'surrogateescape').decode('utf-8', h if h != 'surrogatepass' else 'ignore')"),
    "str, % and format of many": (100_000, 0, "", "'%s,' * n % tuple(range(n)); ('{},' * n).format(*range(n))"),
    "bytes, appended in place": (1_000_000, 0, "", "b = bytearray()\nfor i in range(n): b += b'x'"),
    "bytearray, taken from the front": (1_000_000, 0, "b = bytearray(n)", "while b: del b[:1]"),
    "re, findall": (1_000_000, 0, "import re\ns = 'ab1 ' * n", "re.findall(r'[a-z]+\\d', s)"),
    "re, sub": (1_000_000, 0, "import re\ns = 'ab1 ' * n", "re.sub(r'\\d', '', s)"),
    "re, one long repeat of a group": (1_000_000, 0, "import re\ns = 'ab' * n", "re.match(r'(?:a(b))*$', s)"),
    "int to text": (1_000_000, 0.62, "import sys\nsys.set_int_max_str_digits(0)\ni = 7 ** int(n / 0.845)", "str(i)"),
    "int from text": (1_000_000, 0.62, "import sys\nsys.set_int_max_str_digits(0)\ns = '7' * n", "int(s)"),
    "int, product": (10_000_000, 0.62, "i = (1 << n) - 1", "i * i"),
    "frames, one in another": (1_000_000, 0, "import sys\nsys.setrecursionlimit(n + 100)\ndef f(n): return n and f(n - 1)", "f(n)"),
    "an exception through frames": (100_000, 0, "import sys\nsys.setrecursionlimit(n + 100)\ndef f(n): return f(n - 1) if n else 1 / 0",
                                    "try: f(n)\nexcept ZeroDivisionError: pass"),
    "classes, one below another": (1_000, 1, "", "c = object\nfor i in range(n): c = type('c', (c,), {})"),
    "classes, side by side": (10_000, 0, "class A: pass", "l = [type('c', (A,), {'x': i}) for i in range(n)]\nA.x = 1"),
    "attributes of an object": (100_000, 0, "class A: pass\na = A()", "for i in range(n): setattr(a, f'x{i}', i)"),
    "source, lines compiled": (100_000, 0, "s = 'x = f(1, y)\\n' * n", "compile(s, 's', 'exec')"),
    "source, lines in one function": (100_000, 0, "s = 'def f():\\n' + ' x = f(1, y)\\n' * n", "compile(s, 's', 'exec')"),
    "source, items of one list": (1_000_000, 0, "s = '[' + 'x, ' * n + ']'", "compile(s, 's', 'eval')"),
    "source, terms of one sum": (2_000, 0, "s = ' + '.join(['x'] * n)", "compile(s, 's', 'eval')"),
    "source, branches of one if": (2_000, 0, "s = 'if x: pass\\n' + 'elif y: pass\\n' * n", "compile(s, 's', 'exec')"),
    "source, names of one function": (10_000, 0, "s = 'def f():\\n' + ''.join(f' x{i} = {i}\\n' for i in range(n))", "compile(s, 's', 'exec')"),
    "objects in a chain, freed": (1_000_000, 0, "l = None\nfor i in range(n): l = [l]", "l = None"),
    "cycles, collected": (1_000_000, 0, "import gc\ngc.disable()\nfor i in range(n): l = []; l.append(l)", "gc.collect()"),
    "weak references to one object": (100_000, 0, "import weakref\nclass A: pass\na = A()", "l = [weakref.ref(a, print) for i in range(n)]\nwhile l: l.pop()"),
    "iterators chained": (1_000, 1, "from itertools import chain\nit = iter([0] * n)\nfor i in range(n): it = chain(it)", "sum(1 for _ in it)"),
    "lines read": (1_000_000, 0, "import io\nf = io.StringIO('abc\\n' * n)", "for line in f: pass"),
    "text written": (1_000_000, 0, "import io\nf = io.StringIO()", "for i in range(n): f.write('abc')"),
}
TIMER = """
import sys, time
n, prepare, work = int(sys.argv[1]), sys.argv[2], sys.argv[3]
work = compile(work, "work", "exec")
times = []
for _ in range(int(sys.argv[4])):
    names = {"n": n}
    exec(prepare, names)
    begin = time.process_time()
    exec(work, names)
    times.append(time.process_time() - begin)
print(min(times) * 1e9 / n)
"""


def cost(minipy, name, n, rounds):
    """Nanoseconds of one operation."""
    _, _, prepare, work = CASES[name]
    command = [minipy, "-X", "int_max_str_digits=0", "-c", TIMER, str(n), prepare, work, str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name}, n = {n}: status {done.returncode}\n{done.stderr[-2000:]}")
    return float(done.stdout)


def sizes(largest):
    found = [largest]
    while found[0] // FACTOR >= 100 and len(found) < 6:
        found.insert(0, found[0] // FACTOR)
    return found


def check(minipy, names):
    """Small sizes, 64 times apart: how many cases grew. The best of some rounds counts: in the first the system gives the pages."""
    grew = 0
    for name in names:
        largest, power, *_ = CASES[name]
        small = min(500, max(10, largest // SMALL))
        for _ in range(4):  # a neighbour can disturb one
            ratio = cost(minipy, name, small * SMALL, 3) / cost(minipy, name, small, 5) / SMALL ** power
            if ratio <= ALLOWED:
                break
        else:
            grew += 1
            print(f"{name}: an operation at size {small * SMALL} costs {ratio:.1f} times one at {small}")
    print(f"{len(names) - grew} passed, {grew} failed")
    return grew


def plot(path, found):
    """One line a case, the first size as 1."""
    if not shutil.which("gnuplot"):
        sys.exit("bench/scale.py --plot needs gnuplot: apt-get install gnuplot-nox (tools/packages.txt)")
    blocks = "".join(f"$d{i} << END\n" + "".join(f"{n}\t{ns / points[0][1] / (n / points[0][0]) ** CASES[name][1]}\n" for n, ns in points) + "END\n"
                     for i, (name, points) in enumerate(found.items()))
    lines = ", ".join(f"$d{i} using 1:2 with linespoints pt 7 ps 0.3 title '{name}'" for i, name in enumerate(found))
    script = f"""set terminal svg size 1200,800 dynamic font 'sans-serif,10' background 'white'
set output '{path}'; set datafile separator '\\t'; set logscale xy; set yrange [0.1:20]; set key outside right; set grid ytics
set xlabel 'n'; set ylabel 'cost of one operation, that at the smallest size as 1'
{blocks}plot {lines}
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--plot")
    options = parser.parse_args()
    minipy = os.path.abspath(options.minipy)
    names = [name for name in CASES if not options.words or any(word in name for word in options.words)]
    if options.check:
        sys.exit(check(minipy, names) > 0)
    found = {}
    for name in names:
        found[name] = [(n, cost(minipy, name, n, 3 if n <= 1_000_000 else 1)) for n in sizes(CASES[name][0])]
        print(f"{name:38}", "  ".join(f"{n}: {ns:.1f}" for n, ns in found[name]), flush=True)
    if options.plot:
        plot(options.plot, found)


if __name__ == "__main__":
    main()
