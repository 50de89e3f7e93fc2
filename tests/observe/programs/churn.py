"""Observers of many kinds come and go at every place of a program: one that stays hears what it hears alone, and so does a
profiler set for a single call, wherever patches of others have been left (vm/eval/patch.h)."""
import _lsprof, cProfile, probes, random, sys
KINDS = "function_entry", "function_return", "line", "cfunction_entry", "cfunction_return", "exception_raise", "exception_handled", "function_latency"
NAMES = "f", "g", "gen", "h", "rec", "f,gen", "*"

class Churn:
    def __init__(self, seed, often): self.random, self.often, self.live, self.profiler, self.counted = random.Random(seed), often, [], None, 0
    def __call__(self):
        if self.random.random() >= self.often: return
        chance = self.random.random()
        if chance < .4: self.attach()
        elif chance < .8: self.live and self.live.pop(self.random.randrange(len(self.live))).stop()
        elif chance < .9: self.profile()
        elif chance < .95: sys.settrace(None if sys.gettrace() else lambda *event: None)
        else: self.end()
    def attach(self):
        answer = probes.SILENT if self.random.random() < .3 else None
        self.live.append(probes.attach(lambda event: answer, ",".join(self.random.sample(KINDS, self.random.randint(1, 3))), names=self.random.choice(NAMES)))
    def profile(self):
        if self.profiler:
            self.profiler.disable()
            self.counted += sum(entry.callcount for entry in self.profiler.getstats())
            self.profiler = None
        elif not sys.getprofile():
            self.profiler = _lsprof.Profiler(builtins=self.random.random() < .5)
            self.profiler.enable()
    def end(self):
        while self.live: self.live.pop().stop()
        if self.profiler: self.profile()
        sys.settrace(None)

def f(x): change(); return x + len("ab")
def g(x):
    if x % 3 == 0: change()
    return f(x) + max(1, x)
def gen(n):
    for i in range(n):
        try: yield f(i)
        except KeyError: change()
def h(x):
    try:
        if x % 2: raise ValueError(x)
        return g(x)
    except ValueError as error: change(); return str(error)
    finally: f(1)
def rec(n): return f(n) if n == 0 else rec(n - 1) + 1
class Key:
    def __init__(self, x): self.x = f(x)
    def __lt__(self, other): return g(self.x) < g(other.x)
async def co(n):
    for i in range(n): f(i)
    return n

def work(seed):
    choice, generators = random.Random(seed), []
    for turn in range(60):
        what = choice.randrange(9)
        if what == 0: g(turn)
        elif what == 1: h(turn)
        elif what == 2: generators.append(gen(5))
        elif what == 3 and generators:
            one = choice.choice(generators)
            try: choice.choice((one.__next__, lambda: one.throw(KeyError), one.close, lambda: one.send(None)))()
            except (StopIteration, KeyError): pass
        elif what == 4: rec(8)
        elif what == 5: sorted(Key(i % 3) for i in range(4))
        elif what == 6:
            try: co(3).send(None)
            except StopIteration: pass
        elif what == 7:
            for i in range(40): f(i) if i % 9 == 0 else len("abc")
        else: list(map(g, range(3)))

def heard(seed, kinds, often):
    global change
    change, events = Churn(seed, often), []
    with probes.attach(lambda event: events.append((event.marker, event.function, event.line)), kinds, names="f,g,gen,h,rec,co,work"):
        work(seed)
    change.end()
    return events

for kinds in "function_entry", "function_entry,function_return", "line", "line,function_return", "cfunction_entry", "exception_raise,exception_handled,line", "function_entry,cfunction_return,line":
    same = 0
    for seed in range(12):
        alone, among = heard(seed, kinds, 0), heard(seed, kinds, .1)
        # What is called to attach and stop others is called by change, which is not heard.
        same += alone == among and len(alone) > 0
    print(kinds, same)

change = Churn(0, 0)
def profiled(n):
    profile = cProfile.Profile()
    result = profile.runcall(rec, n)
    return result, sorted((entry.code if isinstance(entry.code, str) else entry.code.co_name, entry.callcount) for entry in profile.getstats())
for turn in range(100):
    got = profiled(turn % 5)
    f(turn), len("")
    if turn < 5 or got != profiled(turn % 5): print(turn, got)

# What was left from one observer, not met under the second, and taken off after it, is heard by the third.
def quiet(x): return len("ab") + x
for kinds in "function_entry,function_return", "cfunction_entry,function_entry", "line,function_entry":
    heard_last = []
    with probes.attach(lambda event: None, kinds, names="quiet"): quiet(1)
    with probes.attach(lambda event: None, "function_return"): pass
    for turn in range(100): quiet(turn)
    with probes.attach(lambda event: heard_last.append(event.marker), kinds, names="quiet"): quiet(1), quiet(2)
    print(kinds, heard_last)
