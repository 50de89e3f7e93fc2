# Sums that are looked at while functions run, and callers counted from some time on.
import cProfile
def rec(n, at):
    if n == 0:
        at()
        return
    rec(n - 1, at)
def look(): # the rows come by their addresses
    for e in sorted(p.getstats(), key=lambda e: e.code if isinstance(e.code, str) else e.code.co_name):
        if not isinstance(e.code, str) and e.code.co_name == "rec":
            print(e.callcount, e.reccallcount, 0 <= e.totaltime < 5, 0 <= e.inlinetime < 5)
p = cProfile.Profile()
p.enable()
rec(3, lambda: None)
rec(4, look)
p.disable()
look()
p = cProfile.Profile(subcalls=False)
p.enable()
rec(3, lambda: None)
p.disable()
p.enable(subcalls=True)
rec(3, lambda: None)
p.disable()
for e in sorted(p.getstats(), key=lambda e: e.code if isinstance(e.code, str) else e.code.co_name):
    if not isinstance(e.code, str):
        print(e.code.co_name, e.callcount, e.reccallcount, sorted((c.code.co_name, c.callcount, c.reccallcount) for c in e.calls or ()))
