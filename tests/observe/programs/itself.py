"""The module probes: a program that looks at itself."""
import gc
import os
import pstats
import sys
import tempfile

import probes


def f(x):
    return x + 1


def loops(n):
    total = 0
    for i in range(n):
        total += f(i)
    return total


folder = tempfile.mkdtemp()
path = os.path.join(folder, "out")
with probes.start("profile", path) as observation:
    loops(10)
print(type(observation).__name__, sorted((k[2], v[1]) for k, v in pstats.Stats(path).stats.items() if k[2] in ("f", "loops")))

seen = []
o = probes.attach(seen.append, "function_entry,function_return", names="f")
loops(2)
o.stop()
loops(2)
print([(e.marker, e.function, e.line - f.__code__.co_firstlineno, e.args[1]) for e in seen])
print(seen[0].file == __file__, seen[0].ns <= seen[1].ns, seen[0].thread == __import__("threading").get_ident())

lines = []
def once(event):
    lines.append(event.line - loops.__code__.co_firstlineno)
    return probes.SILENT
with probes.attach(once, "line", names="loops"):
    loops(5)
print(lines)

got = []
with probes.attach(lambda e: got.append(e.args), "mark,gc_start"):
    probes.mark("here", 7, "x")
    gc.collect(2)
print(got)

def wrong(event):
    raise ValueError("not mine")
hook, sys.unraisablehook = sys.unraisablehook, lambda u: print("unraisable:", u.exc_value)
with probes.attach(wrong, "mark"):
    probes.mark("again")
sys.unraisablehook = hook

for action in (lambda: probes.start("nothing"), lambda: probes.start("profile"), lambda: probes.start("profile", folder),
               lambda: probes.start("flame:hz=0", path), lambda: probes.attach(print, "lines"),
               lambda: probes.attach(print, "object_alloc"), lambda: probes.start(3), lambda: probes.attach(print, 3),
               lambda: probes.attach(3, "line"), lambda: probes.attach(print, "line", "gc_start")):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, str(e).partition("\n")[0].replace(folder, "FOLDER")[:90])
full = probes.start("calls", "/dev/full")
f(1)
try:
    full.stop()
except OSError as e:
    print(e)
full.stop()
kept = probes.attach(seen.append, "line", names="nobody")
print("end")
