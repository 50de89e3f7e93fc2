# A profiler beside what else a thread may have: other profile functions, trace functions, an end in the midst.
import cProfile, sys, threading, gc
p = cProfile.Profile()
def f(n): return n and f(n-1)
def gen():
    for i in range(3): yield f(i)
# profile function replaced while enabled, and taken off
p.enable(); f(2); sys.setprofile(None); f(3); p.disable()
def rows(): return sorted((e.code if isinstance(e.code, str) else e.code.co_name, e.callcount, e.reccallcount) for e in p.getstats())
print(rows())
p.clear(); p.enable(); list(gen()); t = threading.Thread(target=f, args=(5,)); t.start(); t.join(); p.disable()
print([r for r in rows() if r[0] in ("f", "gen")])
# trace functions while it is enabled
p = cProfile.Profile()
def tracer(fr, ev, arg): f(1); return tracer
p.enable(); sys.settrace(tracer); f(2); sys.settrace(None); p.disable()
print(rows())
# clear while running
p = cProfile.Profile(); p.enable()
def inner(): p.clear(); f(1)
inner(); p.disable(); print(rows())
# natives by a method that ends the profile, nested
p = cProfile.Profile()
def end(_): p.disable(); return 0
p.enable(); sorted([2, 1], key=end); print(rows())
p = cProfile.Profile(); p.enable(); max([1, 2], key=lambda x: gc.collect() * 0 + x); p.disable(); print(rows())
