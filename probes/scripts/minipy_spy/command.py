"""minipy-spy: Python stacks of a running minipy, without its cooperation."""
import argparse
import os
import signal
import sys

from . import bpf, dump, flames, sampling, top
from .errors import BadRead, SpyError
from .process import Process

EPILOG = """\
What belongs to others needs root; so do your own processes where
/proc/sys/kernel/yama/ptrace_scope is not 0. docs/STACKS.md tells more."""


def positive(kind):
    def parse(text):
        number = kind(text)
        if not number > 0:
            raise argparse.ArgumentTypeError("must be more than 0")
        return number
    parse.__name__ = kind.__name__
    return parse


STOP = ("stop the process for each look, by ptrace: stacks are never torn, and the newest frame's line is exact "
        "in a loop of pure arithmetic, too")


def add_process(parser):
    parser.add_argument("pid", type=int)
    parser.add_argument("--stop", action="store_true", help=STOP)
    parser.add_argument("--nonblocking", dest="stop", action="store_false", help="do not stop it (the default)")


def add_sampling(parser, rate):
    add_process(parser)
    parser.add_argument("-r", "--rate", type=positive(float), default=rate, help="samples a second (%(default)s)")
    parser.add_argument("--idle", action="store_true", help="count threads that sleep or wait, too")
    parser.add_argument("--lines", action="store_true", help="tell lines, not just functions, from each other")


def make_parser():
    parser = argparse.ArgumentParser(prog="minipy-spy", description=__doc__, epilog=EPILOG)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    p = commands.add_parser("dump", help="the stacks of all threads, newest frame first")
    add_process(p)
    p.add_argument("-l", "--locals", action="store_true", help="with the local variables")
    p = commands.add_parser("top", help="the functions in which time is spent, live")
    add_sampling(p, 100)
    p.add_argument("-d", "--duration", type=positive(float), help="seconds (default: until it ends, or ctrl-C)")
    p.add_argument("-n", "--rows", type=positive(int), help="rows of the table (default: what fits, or 20)")
    p = commands.add_parser("record", help="a flame graph, or stacks with their counts")
    add_sampling(p, 100)
    p.add_argument("-o", "--output", required=True, help="FILE.svg, or FILE.folded; - for folded on stdout")
    p.add_argument("-d", "--duration", type=positive(float), help="seconds (default: until it ends, or ctrl-C)")
    p.add_argument("--threads", action="store_true", help="keep threads apart")
    p = commands.add_parser("offsets", help="the table of offsets that a program or library carries")
    p.add_argument("binary")
    p = commands.add_parser("bpf", help="a bpftrace program that prints the stack at a marker")
    p.add_argument("marker", help="function__entry, line, gc__start, ...")
    p.add_argument("binary", nargs="?", help="the file with the markers: minipy, or libminipy.so")
    p.add_argument("-p", dest="pid", type=int, help="a process, instead")
    p.add_argument("-c", "--count", action="store_true", help="count stacks, and print each once")
    p.add_argument("-n", "--depth", type=positive(int), default=10, help="frames at most (%(default)s)")
    return parser


def run_dump(options):
    process = Process(options.pid)
    spy = sampling.attach(process)
    try:
        for line in dump.lines(process, spy, options.locals, options.stop):
            print(line)
    except BadRead:
        raise SpyError(f"process {options.pid} changes too quickly, or has ended: try again") from None


def run_offsets(options):
    for name, number in bpf.open_table(options.binary)[0].rows.items():
        print(name, number)


def run_bpf(options):
    if options.pid:
        process = Process(options.pid)
        table, fixed = process.table(), True
        binary = process.marked
    elif options.binary:
        binary = options.binary
        table, fixed = bpf.open_table(binary)
    else:
        raise SpyError("bpf: name the program or library with the markers, or a process by -p PID")
    print(bpf.program(table, binary, options.marker, options.depth, options.count, fixed), end="")


def run_top(options):
    sampler = sampling.Sampler(Process(options.pid), options.idle, options.lines, stop=options.stop)
    top.run(sampler, options)


def run_record(options):
    flames.check_name(options.output)
    sampler = sampling.Sampler(Process(options.pid), options.idle, options.lines,
                               options.threads, options.stop)
    begun = f"process {options.pid} is recorded{'' if options.duration else ' until it ends, or ctrl-C'}"
    try:
        sampler.run(options.duration, options.rate, first=lambda: print(begun, file=sys.stderr, flush=True))
    except KeyboardInterrupt:
        pass
    flames.write(sampler, options)


def main(argv):
    options = make_parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        {"dump": run_dump, "top": run_top, "record": run_record, "offsets": run_offsets,
         "bpf": run_bpf}[options.command](options)
        sys.stdout.flush()
    except SpyError as error:
        print(f"minipy-spy: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except KeyboardInterrupt:
        return 130
    return 0
