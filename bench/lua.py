#!/usr/bin/python3.11
"""Speed beside Lua 5.4: `make bench-lua`.

    /usr/bin/python3.11 bench/lua.py [--minipy BINARY] [--rounds N] [PROGRAM ...]

Ten programs, each in both languages by the usual means of either (bench/lua), with equal results: CPU time by the clock
inside the process, after a warm-up run, the interpreters in random order on one processor, the least of the rounds. ratio > 1: minipy is faster.
"""
import argparse
import math
import os
import random
import shutil
import subprocess
import sys

BENCH = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, BENCH)
from lab import timing  # noqa: E402

PROGRAMS = os.path.join(BENCH, "lua")
ORACLE = "/usr/bin/python3.11"
TIMER = """
import sys, time
names = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), names)
run, n = names["run"], int(sys.argv[2])
run(n)
begin = time.process_time()
result = run(n)
print(f"{result} {time.process_time() - begin:.6f}")
"""


def size_of(name):
    names = {}
    with open(os.path.join(PROGRAMS, name + ".py"), encoding="utf-8") as f:
        exec(compile(f.read(), name, "exec"), names)
    return names["N"]


def timed(command, processor):
    """(result, seconds)."""
    result, seconds = subprocess.run(command, capture_output=True, text=True, check=True,
                                     preexec_fn=lambda: os.sched_setaffinity(0, {processor})).stdout.split()
    return result, float(seconds)


def compare(name, minipy, lua, rounds):
    """The least times of minipy, Lua and python3.11, in milliseconds."""
    path, n = os.path.join(PROGRAMS, name), str(size_of(name))
    commands = [[minipy, "-c", TIMER, path + ".py", n], [lua, os.path.join(BENCH, "lua_timer.lua"), path + ".lua", n],
                [ORACLE, "-c", TIMER, path + ".py", n]]
    times, results = [[] for _ in commands], set()
    for turn in range(rounds):
        for i in random.sample(range(len(commands)), len(commands)):
            result, seconds = timed(commands[i], timing.processor_of(turn))
            results.add(result)
            times[i].append(seconds * 1000)
    if len(results) > 1:
        sys.exit(f"{name}: results differ: {', '.join(sorted(results))}")
    return [min(t) for t in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--minipy", default=os.path.join(os.path.dirname(BENCH), "minipy"))
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    lua = shutil.which("lua5.4")
    if not lua:
        sys.exit("bench/lua.py needs lua5.4: apt-get install lua5.4 (tools/packages.txt)")
    names = options.programs or sorted(n[:-4] for n in os.listdir(PROGRAMS) if n.endswith(".lua"))
    print("| program | minipy ms | Lua 5.4 ms | python3.11 ms | Lua 5.4 / minipy | python3.11 / minipy |\n| --- | --- | --- | --- | --- | --- |")
    logs = [0.0, 0.0]
    for name in names:
        own, others = (found := compare(name, os.path.abspath(options.minipy), lua, options.rounds))[0], found[1:]
        ratios = [other / own for other in others]
        logs = [total + math.log(ratio) for total, ratio in zip(logs, ratios)]
        print(f"| {name} | {own:.1f} | {others[0]:.1f} | {others[1]:.1f} | {ratios[0]:.2f} | {ratios[1]:.2f} |", flush=True)
    means = [math.exp(total / len(names)) for total in logs]
    print(f"\nGeometric mean of {len(names)}: {means[0]:.2f} times Lua 5.4's speed, {means[1]:.2f} times python3.11's. "
          f"Load {os.getloadavg()[0]:.1f} at the end, {options.rounds} rounds.")


if __name__ == "__main__":
    main()
