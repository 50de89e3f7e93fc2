"""minipy-observe: looks into a minipy that runs, with its cooperation and without root."""
import argparse
import marshal
import os
import pstats
import signal
import sys
import tempfile

from . import top
from .errors import ObserveError
from .meeting import meet
from .process import Process

EPILOG = """\
The process needs no preparation, and pays nothing until it is asked. It must be yours (or you root), and on this
side of any container. -X attach=off or MINIPY_ATTACH=0 at its start keeps everybody out. docs/OBSERVING.md tells more."""


def positive(kind):
    def parse(text):
        number = kind(text)
        if not 0 < number < 1e9:
            raise argparse.ArgumentTypeError("must be more than 0")
        return number
    parse.__name__ = kind.__name__
    return parse


def add_output(parser, what):
    parser.add_argument("-o", "--output", metavar="FILE", help=what)


def make_parser():
    parser = argparse.ArgumentParser(prog="minipy-observe", description=__doc__, epilog=EPILOG)
    parser.add_argument("--timeout", type=positive(float), default=10.0, metavar="SECONDS",
                        help="how long to wait for a process that is busy in C (%(default)g)")
    parser.add_argument("pid", type=positive(int), metavar="PID")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND",
                                     description="each has --help: minipy-observe PID COMMAND --help")
    p = commands.add_parser("top", help="functions by own time, with calls a second, collections, threads; live",
                            description="Samples, and calls counted in a twentieth of each round.")
    p.add_argument("-i", "--interval", type=positive(float), default=1.0, help="seconds of a round (%(default)g)")
    p.add_argument("-n", "--times", type=positive(int), help="so many rounds (default: until it ends, or ctrl-C)")
    p.add_argument("-r", "--rows", type=positive(int), default=20, help="functions that are shown (%(default)d)")
    p.add_argument("--no-calls", dest="calls", action="store_false", help="do not count calls")
    p = commands.add_parser("stack", help="the stacks of all threads with their variables, newest frame first",
                            description="The stacks of all threads, newest frame first. No code runs for it: of objects that "
                            "are not built in, class and address are shown.")
    p.add_argument("--no-locals", dest="locals", action="store_false", help="without the variables")
    p = commands.add_parser("flame", help="a flame graph of the next seconds: a page for a browser")
    p.add_argument("seconds", type=positive(float), metavar="SECONDS")
    add_output(p, "where to (default: flame-PID.html here; - for standard output)")
    p = commands.add_parser("profile", help="calls and times of all functions in the next seconds, exactly",
                            description="What --trace=profile tells, for the next seconds. Calls that began before are not in it.")
    p.add_argument("seconds", type=positive(float), metavar="SECONDS")
    p.add_argument("-r", "--rows", type=positive(int), default=20, help="functions that are printed (%(default)d)")
    add_output(p, "a file for pstats, instead of the table")
    p = commands.add_parser("trace", help="any --trace=KIND, begun and ended from outside",
                            description="minipy --trace=help lists the kinds and their costs.")
    p.add_argument("kind", metavar="KIND[:OPTION=VALUE...]")
    p.add_argument("seconds", type=positive(float), nargs="?", metavar="SECONDS", help="default: until it ends, or ctrl-C")
    add_output(p, "where to (default: standard output)")
    commands.add_parser("gc", help="the collector: generations, thresholds, what it has collected")
    commands.add_parser("memory", help="memory, and the collector's objects by class")
    p = commands.add_parser("exec", help="run a file's code in there; only with -X attach=exec at its start",
                            description="Runs Python code in a thread of the process, in a namespace of its own; `import "
                            "__main__` gives the program's. What it prints goes to the process's own output. "
                            "The process must have been started with -X attach=exec.")
    p.add_argument("file", metavar="FILE", help="- for standard input")
    return parser


def tell(text):
    print(f"minipy-observe: {text}", file=sys.stderr, flush=True)


class Teller:
    """Says a thing once, and again only when something else was said."""

    def __init__(self):
        self.last = None

    def __call__(self, text):
        kind = text.partition(" for ")[0]
        if kind != self.last:
            self.last = kind
            tell(text)


# ---- what is seen, and where it goes

def head(process):
    return f"process {process.pid}: {process.command_line()}"


def print_text(process, text):
    print(head(process))
    sys.stdout.write(text.decode("utf-8", "replace"))


def run_stack(process, wire, options):
    print_text(process, wire.ask("stack locals" if options.locals else "stack"))


def run_gc(process, wire, _):
    print_text(process, wire.ask("gc"))


def run_memory(process, wire, _):
    text = wire.ask("memory")
    status = process.status()
    resident = f"resident          {status.get('VmRSS', '?'):>17}\nat most           {status.get('VmHWM', '?'):>17}\n"
    print_text(process, resident.encode() + text)


class Output:
    """Bytes to a file, or to standard output. The file is there before anything is begun."""

    def __init__(self, path):
        self.path = path
        self.stream = None if path in (None, "-") else self.open(path)
        self.count, self.is_blank = 0, True  # how many; nothing but white space

    @staticmethod
    def open(path):
        try:
            return open(path, "wb")
        except OSError as error:
            raise ObserveError(f"{path}: {error.strerror}") from None

    def write(self, data):
        self.count += len(data)
        self.is_blank = self.is_blank and not data.strip()
        stream = self.stream or sys.stdout.buffer
        try:
            stream.write(data)
            if not self.stream:
                stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise ObserveError(f"{self.path or 'standard output'}: {error.strerror}") from None

    def close(self):
        if self.stream:
            try:
                self.stream.close()
            except OSError as error:
                raise ObserveError(f"{self.path}: {error.strerror}") from None


def record(wire, spec, seconds, output):
    """A trace of so many seconds; an interrupt ends it earlier, and all is written."""
    wire.begin(spec)
    try:
        for data in wire.follow(seconds):
            output.write(data)
    except KeyboardInterrupt:
        pass
    for data in wire.end():
        output.write(data)
    output.close()


def run_trace(process, wire, options):
    output = Output(options.output)
    record(wire, options.kind, options.seconds, output)
    if output.is_blank:
        tell(f"nothing was seen of what {options.kind} tells")


def run_flame(process, wire, options):
    path = options.output or f"flame-{process.pid}.html"
    output = Output(path)
    record(wire, "flame", options.seconds, output)
    if path != "-":
        print(f"{path}: {output.count} bytes, for a browser")


def run_profile(process, wire, options):
    if options.output:
        return record(wire, "profile", options.seconds, Output(options.output))
    with tempfile.TemporaryDirectory(prefix="minipy-observe") as folder:
        path = os.path.join(folder, "profile")
        record(wire, "profile", options.seconds, Output(path))
        with open(path, "rb") as file:
            empty = not marshal.load(file)
        if empty:
            print("no function was called")
        else:
            stats = pstats.Stats(path).strip_dirs().sort_stats("tottime")
            stats.files = []  # a name that means nothing to anybody
            stats.print_stats(options.rows)
    return None


def run_exec(process, wire, options):
    try:
        if options.file == "-":
            source, name = sys.stdin.buffer.read(), "<stdin>"
        else:
            name = os.path.abspath(options.file)
            with open(name, "rb") as file:
                source = file.read()
    except OSError as error:
        raise ObserveError(f"{options.file}: {error.strerror}") from None
    if len(source) > 1 << 19:
        raise ObserveError(f"{options.file}: at most {1 << 19} bytes of code can be sent; let it import the rest")
    wire.ask(b"exec " + os.fsencode(name) + b"\n" + source, patient=True)


RUN = {"top": top.run, "stack": run_stack, "flame": run_flame, "profile": run_profile, "trace": run_trace,
       "gc": run_gc, "memory": run_memory, "exec": run_exec}


def observe(options):
    process = Process(options.pid)
    wire = meet(process, options.timeout, Teller())
    wire.patience, wire.tell = options.timeout, Teller()
    try:
        RUN[options.command](process, wire, options)
        sys.stdout.flush()
    finally:
        wire.close()


def with_pid(argv):
    """`minipy-observe top --help` needs no process."""
    return ["1", *argv] if argv and argv[0] in RUN and {"-h", "--help"} & set(argv) else argv


def main(argv):
    options = make_parser().parse_args(with_pid(argv))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        observe(options)
    except ObserveError as error:
        sys.stdout.flush()
        tell(error)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except KeyboardInterrupt:
        return 130
    return 0
