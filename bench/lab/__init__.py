"""The laboratory for the cost of probes. In reading order:

designs    how probes can be built into the interpreter, each a build       (the list DESIGNS)
workloads  what the interpreter runs meanwhile                              (a file each)
states     who listens meanwhile: nobody, callbacks, tracers                (the list STATES)
inside     the program that runs a workload inside the interpreter, with its clock
sites      what each design executes, from the built programs
exact      what can be counted: instructions, branches, cache misses, bytes (callgrind, objdump)
timing     what must be timed: processes that obey, rounds in random order
plan       which jobs there are, for a quick run and a full one
session    the folder of a run: raw data line by line, log, progress, what is done already
stats      ratios with intervals, straight lines, verdicts
report     from raw data to tables and pages;  plots: to pictures
machine    what was measured on, and whether it was quiet
"""
