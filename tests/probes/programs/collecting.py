"""Collections of every generation, with a count that is known; and audit events."""
import gc
import sys


def make_cycle():
    cycle = []
    cycle.append(cycle)


def make_pair():
    first, second = [], {}
    first.append(second)
    second["first"] = first


gc.disable()
sys.audit("probes.begin")  # from here to the end below no collection comes by itself
gc.collect()
print(gc.collect(0), gc.collect(1), gc.collect(2))
make_cycle()
print(gc.collect(2))
make_pair()
print(gc.collect(0))
kept = []
kept.append(kept)
print(gc.collect())
for n in range(3):
    make_cycle()
print(gc.collect(1))
sys.audit("probes.end")
sys.audit("probes.first")
sys.audit("probes.second", 1, "two")


def hook(event, args):
    if event == "probes.third":
        print("hook", args)


sys.addaudithook(hook)
sys.audit("probes.third", None)
