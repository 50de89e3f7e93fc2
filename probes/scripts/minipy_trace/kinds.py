"""What may be seen: one .bt script each, which also works alone (bpftrace NAME.bt /path/to/minipy)."""
import collections
import os
import re

from . import flame, views

# view: what is made of what bpftrace says. around: -F does not pick events, but the time between
# the function's entry and its return.
Kind = collections.namedtuple("Kind", "name about path view around")

VIEWS = {
    "audits": views.Counts,
    "c_calls": views.Counts,
    "exceptions": views.Exceptions,
    "flame": flame.Flame,
    "flame_cpu": flame.Flame,
    "function_counts": views.Counts,
    "function_latency": views.Histograms,
    "gc_durations": views.Histograms,
    "line_counts": views.Counts,
    "locks": views.Histograms,
    "objects": views.Counts,
    "threads": views.Counts,
    "top": views.Top,
}
AROUND = ("call_stack", "flame", "flame_cpu")

ENTRY = "usdt:$1:python:function__entry\n{\n"
RETURN = "usdt:$1:python:function__return\n{\n"


def read(folder):
    """{name: Kind} of the scripts in that folder; what one is about stands in its first line."""
    found = {}
    for file in sorted(os.listdir(folder)):
        name, suffix = os.path.splitext(file)
        if suffix == ".bt":
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as script:
                about = re.match(r"/\* (.*?)\.?(?: \*/)?\n", script.read()).group(1)
            found[name] = Kind(name, about, path, VIEWS.get(name, views.Log), name in AROUND)
    return found


def is_named(name, argument="arg1"):
    """The predicate "that argument is that name", byte by byte: a string of bpftrace's takes a fourth of its stack."""
    text = name.encode("utf-8", "surrogateescape") + b"\0"
    return " && ".join(f"*(uint8 *)({argument} + {place}) == {byte}" for place, byte in enumerate(text))


def add_predicate(program, predicate, markers=r"\w+"):
    """The program whose probes on these markers ask for the predicate, too."""
    def narrow(match):
        had = match.group(2)
        both = f"({had}) && ({predicate})" if had else predicate
        return f"{match.group(1)}/ {both} /\n{{"  # a blank, as /* begins a comment
    return re.sub(r"^(usdt:\$1:(?:python|minipy):(?:" + markers + r")\n)(?:/(.*)/\n)?\{", narrow, program, flags=re.M)


def around(program, function):
    """The program whose probes act from that function's entry to its return, in each thread."""
    program = add_predicate(program, "@inside[tid] > 0", r"(?!function__entry)\w+")
    program = add_predicate(program, f"@inside[tid] > 0 || ({is_named(function)})", "function__entry")
    program = re.sub(r"^(usdt:\$1:python:function__entry\n/.*/\n\{\n)", r"\1    @inside[tid]++;\n", program, flags=re.M)
    program = re.sub(r"^(usdt:\$1:python:function__return\n/.*/\n\{\n)", r"\1    @inside[tid]--;\n", program, flags=re.M)
    return program


def follow(program, pid):
    """The program that sees that process and those it starts, where bpftrace sees all."""
    return add_predicate(program, "@traced[pid]") + f"""
BEGIN
{{
    @traced[{pid}] = 1;
}}

tracepoint:sched:sched_process_fork
/@traced[pid]/
{{
    @traced[args->child_pid] = 1;
}}
"""


# Printed once all other probes are attached: bpftrace attaches in the order of the program.
READY = "probes attached"


def compose(kind, options, pid, alone):
    """The text of the bpftrace program. pid: the process to be seen, None: all of the binary;
    alone: bpftrace is told so itself."""
    with open(kind.path, encoding="utf-8") as script:
        program = script.read()
    if options.function and kind.around:
        program = around(program, options.function)
    elif options.function:
        program = add_predicate(program, is_named(options.function), "function__entry|function__return|line")
        program = add_predicate(program, is_named(options.function, "arg2"), r"exception__\w+")
    if pid and not alone:
        program = follow(program, pid) if options.follow else add_predicate(program, f"pid == {pid}")
    maps = kind.view.maps
    if options.interval and maps:
        shown = "".join(f"    print({name});\n    clear({name});\n" for name in maps)
        program += f"\ninterval:ms:{int(options.interval * 1000)}\n{{\n{shown}    printf(\"\\n\");\n}}\n"
    return program + f"""
interval:ms:20
/!@ready/
{{
    @ready = 1;
    printf("{READY}\\n");
}}
"""
