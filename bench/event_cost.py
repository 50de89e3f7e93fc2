#!/usr/bin/python3.11
"""What one traced event costs, with a one-byte and with a five-byte nop at the sites.

    /usr/bin/python3.11 bench/event_cost.py [--rounds N] [--calls N]

Builds both (make SITE_NOP=1 and 5), and lets bpftrace count function__entry while a program
makes many calls. The figures are medians of user + system time of that program, less that of
the same program untraced, for each event counted; the two builds take turns. Needs root.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import Counting, build, can_trace, median, progress, run_time, table

PROGRAM = "def f():\n    pass\nfor _ in range({}):\n    f()\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=300_000)
    args = parser.parse_args()
    reason = can_trace()
    if reason:
        sys.exit("SKIP event_cost: " + reason)
    costs = {1: [], 5: []}
    binaries = {length: build("gate", length) for length in costs}
    for i in range(args.rounds):
        for length, binary in binaries.items():
            progress(f"round {i + 1}/{args.rounds}: {length}")
            command = [binary, "-c", PROGRAM.format(args.calls)]
            plain, _ = run_time(command)
            with Counting(binary, ["function__entry"]) as tracer:
                traced, _ = run_time(command)
            costs[length].append((traced - plain) / tracer.count * 1e9)
    progress("")
    rows = [[f"{length}", f"{median(values):.0f}", f"{min(values):.0f}", f"{max(values):.0f}"]
            for length, values in costs.items()]
    print(table(["bytes of the nop", "ns an event", "lowest", "highest"], rows))
    print(f"ratio {median(costs[1]) / median(costs[5]):.2f}")


main()
