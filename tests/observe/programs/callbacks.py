"""Callbacks that raise, stop themselves and others, attach more, run Python code and answer nonsense: the program goes on."""
import probes, sys
def f(x): return x
def g(x): return f(x)
seen = []
# detaches itself
def once(event):
    seen.append(("once", event.marker, event.function)); o.stop()
o = probes.attach(once, "function_entry", names="f"); f(1); f(2)
print(seen); seen.clear()
# attaches another, which hears the next event
def more(event):
    if len(others) < 3:
        others.append(probes.attach(lambda e, n=len(others): seen.append((n, e.marker)), "function_entry,function_return", names="f"))
others = []
with probes.attach(more, "function_entry", names="f"):
    f(1); f(2); f(3)
for x in others: x.stop(); x.stop()
print(seen); seen.clear(); f(4); print(seen)
# has heard enough in the event in which it attaches another, which has not
def enough(event):
    others.append(probes.attach(lambda e: seen.append((e.marker, e.line)), event.marker, names="f"))
    return probes.SILENT
for kind in "function_entry", "function_return", "line":
    others.clear()
    with probes.attach(enough, kind, names="f"): f(1); f(2); f(3)
    for x in others: x.stop()
    print(len(others), seen); seen.clear()
# runs Python code, that is not heard; recursion does not happen
def runs(event):
    seen.append(event.function); g(5); exec("f(6)"); sum(f(i) for i in range(3))
with probes.attach(runs, "function_entry,line", names="f,g"):
    g(1)
print(seen); seen.clear()
# stops one that comes behind it
def kills(event): victim.stop(); seen.append("kills")
k = probes.attach(kills, "function_entry", names="f")
victim = probes.attach(lambda e: seen.append("victim"), "function_entry", names="f")
f(1); f(2); k.stop(); print(seen); seen.clear()
# raises while an exception is in flight, at each kind
sys.unraisablehook = lambda u: seen.append(repr(u.exc_value))
def raises(event): raise RuntimeError(event.marker)
with probes.attach(raises, "exception_raise,exception_handled,exception_unwind,function_return,line", names="h,h2"):
    def h2(): raise KeyError(1)
    def h():
        try: h2()
        except KeyError as e: return repr(e)
    print(h())
print(sorted(set(seen))); seen.clear()
# SystemExit and KeyboardInterrupt in one
for kind in SystemExit, KeyboardInterrupt, GeneratorExit:
    def ends(event): raise kind
    with probes.attach(ends, "function_entry", names="f"): print(f(7), seen); seen.clear()
# returns nonsense
for answer in 5, "x", -1, 2**70, object():
    with probes.attach(lambda e: answer, "function_entry", names="f"): print(f(8), [s[:60] for s in seen]); seen.clear()
# starts a view in a callback, and recurses deep
def starts(event): 
    with probes.start("function_counts", "/dev/null"): f(1)
with probes.attach(starts, "function_entry", names="f"): print(f(9))
def deep(event):
    def d(n): return d(n+1)
    d(0)
with probes.attach(deep, "function_entry", names="f"): print(f(10), [s[:50] for s in seen]); seen.clear()
print("end")
