"""sys.monitoring: its events, errors and callbacks against CPython 3.12's (programs/monitoring/recorder.py says which),
where it is found, and what a place costs that was disabled."""
import os

from common import HERE, expect, instructions, run

FOLDER = os.path.join(HERE, "programs", "monitoring")


def prints_the_golden(name, *options):
    def check(target):
        done = run([target.binary, "-B", *options, os.path.join(FOLDER, name + ".py")])
        with open(os.path.join(FOLDER, name + ".out"), encoding="utf-8") as file:
            wanted = file.read().splitlines()
        got = done.stdout.splitlines()
        differs = next((i for i, (a, b) in enumerate(zip(got + [None], wanted + [None])) if a != b), None)
        expect(done.returncode == 0 and got == wanted, f"line {differs}:",
               got[differs:differs + 3] if differs is not None else "", done.stderr[-500:])
        return f"{len(wanted)} lines"
    check.__name__ = "_".join(["monitoring", name, *(o.strip("-").replace(":", "_") for o in options)])
    return check


def monitoring_is_hidden(target):
    """A program of 3.11 finds nothing by looking, one of 3.12 finds it by its name."""
    done = run([target.binary, "-c", """if True:
        import sys
        before = sorted(vars(sys))
        import probes
        print("monitoring" in dir(sys), "monitoring" in vars(sys), hasattr(sys, "monitoring"))
        from sys import monitoring
        print(monitoring is sys.monitoring is probes.monitoring, sorted(vars(sys)) == before)
        sys.monitoring = 5
        print(sys.monitoring, "monitoring" in dir(sys))
        del sys.monitoring
        print(sys.monitoring is monitoring)"""])
    expect(done.stdout.split() == "False False True True True 5 True True".split(), done)


LOOP = """
import sys
M, E = sys.monitoring, sys.monitoring.events
def loop(n):
    total = 0
    for i in range(n):
        if i & 1:
            total += i
        else:
            total -= len("abc")
        while total > 1000:
            total -= 900
    return total
M.use_tool_id(1, "coverage")
M.register_callback(1, E.LINE, lambda code, line: M.DISABLE)
if sys.argv[2] == "LINE":
    M.set_events(1, E.LINE)
loop(100)
loop(int(sys.argv[1]))
"""


def a_disabled_place_costs_nothing(target):
    without, disabled = (instructions(target, LOOP, which) for which in ("none", "LINE"))
    expect(without > 1_000_000 and without == disabled, f"{without} instructions without, {disabled} with LINE disabled")
    return f"{without} instructions for 20,000 rounds, and {disabled}"


CHECKS = [*(prints_the_golden(name) for name in ("errors", "events", "disable", "local", "callbacks", "handled")),
          *(prints_the_golden(name, "--trace=coverage") for name in ("events", "callbacks")),
          monitoring_is_hidden, a_disabled_place_costs_nothing]
