"""A run: start the program, attach, let it go, hand on what is seen, end, print."""
import os
import shutil
import signal
import subprocess
import sys

from . import command, kinds, tapset
from .bpftrace import Bpftrace

CANNOT_TRACE = 125


class Impossible(Exception):
    """Tracing cannot be done here: the step and the reason."""


def check_machine():
    if not shutil.which("bpftrace"):
        raise Impossible("find bpftrace: not installed (Debian: apt-get install bpftrace)")
    if os.geteuid() != 0:
        raise Impossible("attach: root is needed")


def check_binary(binary):
    if not os.path.isfile(binary):
        raise Impossible(f"find the markers: no file {binary} (see -b)")
    if not command.has_markers(binary):
        raise Impossible(f"find the markers: none in {binary} (see -b; minipy of PROBES=none has none)")


class Signals:
    """Counts the requests to end: ctrl-C, and what else ends programs."""

    def __init__(self):
        self.asked = 0
        self.number = None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)

    def _note(self, number, _frame):
        self.asked += 1
        self.number = number


class Run:
    def __init__(self, options):
        self.options = options
        self.kind = options.kinds[options.kind]
        self.target = None
        self.tracer = None
        self.ready = False
        self.lost = 0

    def start(self):
        """Starts what is to be traced, and the tracer."""
        options = self.options
        if options.command:
            self.target = command.Command(options.command)
        elif options.pid:
            self.target = command.Process(options.pid)
            if self.target.wait():
                raise Impossible(f"attach: no process {options.pid}")
        pid = self.target and self.target.pid
        binary = os.path.realpath(options.binary or (command.file_of(pid) if pid else "./minipy"))
        check_binary(binary)
        # bpftrace finds the markers of a process only in what it has mapped
        alone = pid and not options.follow and command.has_mapped(pid, binary)
        program = kinds.compose(self.kind, options, pid, alone)
        self.tracer = Bpftrace(program, binary, int(options.minimum), pid if alone else None)

    def take(self, what, data):
        """One thing that bpftrace said."""
        if what == "printf" and not self.ready and data == kinds.READY + "\n":
            self.ready = True
            if self.target:
                self.target.go_on()
        elif what == "lost_events":
            self.lost += data["events"]
        elif what != "attached_probes":
            self.view.take(what, data)

    def follow(self, signals):
        """Until the tracer has ended: by itself, with its process, or asked since all is over."""
        ending = False
        while (said := self.tracer.said(0.05)) is not None:
            for what, data in said:
                self.take(what, data)
            self.view.turn()
            ending = ending or self._is_over(signals)
            if ending:
                self.tracer.ask()
        if not self.ready and not signals.asked:
            raise Impossible(f"attach: {self.tracer.problem()}")

    def _is_over(self, signals):
        if not self.options.command:
            return signals.asked > 0 or bool(self.target) and self.target.wait()
        if signals.asked == 1 and signals.number != signal.SIGINT and self.target.status is None:
            os.kill(self.target.pid, signals.number)  # a SIGINT of the terminal went to both
            signals.asked = 2
            return False
        return self.target.wait(os.WNOHANG) or signals.asked > 1 and signals.number == signal.SIGINT

    def run(self, signals, output):
        self.view = self.kind.view(self.options, output)
        try:
            self.start()
            self.follow(signals)
        except BaseException:
            if self.target and not self.ready:
                self.target.kill()
            raise
        finally:
            if self.tracer and self.tracer.process.poll() is None:
                self.tracer.process.kill()
        self.view.end()
        if self.lost:
            sys.stderr.write(f"minipy-trace: {self.lost} events were lost: the program was faster than the reader\n")
        if self.options.command and not self.target.wait(os.WNOHANG):
            return 130  # we were asked to leave it alone
        return self.target.status if self.target else 0


def show_tapset(options):
    binary = os.path.realpath(options.binary or "./minipy")
    if not os.path.isfile(binary):
        raise Impossible(f"find the program: no file {binary} (see -b)")
    if not os.path.isdir(tapset.STANDARD):
        raise Impossible(f"find {tapset.STANDARD}: SystemTap is not installed (Debian: apt-get install systemtap)")
    print(tapset.make(binary))
    return 0


def main(options):
    if options.script and options.kind:
        print(kinds.compose(options.kinds[options.kind], options, options.pid, alone=bool(options.pid)), end="")
        return 0
    try:
        if options.tapset_dir:
            return show_tapset(options)
        check_machine()
        with (open(options.output, "w", encoding="utf-8", errors="backslashreplace") if options.output
              else open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)) as output:
            return Run(options).run(Signals(), output)
    except Impossible as reason:
        sys.stderr.write(f"minipy-trace: {reason}\n")
    except BrokenPipeError:
        raise
    except (OSError, subprocess.SubprocessError) as error:
        sys.stderr.write(f"minipy-trace: {error}\n")
    return CANNOT_TRACE
