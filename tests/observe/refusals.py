"""minipy-observe where the kernel refuses something, by the injector of tests/failures: the program goes on, and who asks again is answered."""
import os
import subprocess

from attach import TOP, Program, expect, until
from minipy_observe.errors import ObserveError

INJECTOR = os.path.join(TOP, "tests", "failures", "fail_calls.c")
OBEYS = "import os\nfor line in sys.stdin: print(int(os.access('/fail:' + line.strip(), 0)), flush=True)\nprint('end')"
EPERM, EINTR, EIO, EAGAIN, ENOMEM, EACCES, EMFILE, EPIPE = 1, 4, 5, 11, 12, 13, 24, 32


class Obedient(Program):
    """A program that has the injector in it, and does what it is told of calls that are to fail."""

    def __init__(self, target):
        library = target.path("fail_calls.so")
        if not os.path.exists(library):
            subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, INJECTOR], check=True)
        super().__init__(target, OBEYS, environment={"LD_PRELOAD": " ".join(filter(None, [os.environ.get("PRELOAD_BEFORE"), library]))})

    def says(self, words):
        self.child.stdin.write(words + "\n")
        self.child.stdin.flush()
        return self.child.stdout.readline()

    def refuses(self, call, way):
        self.says(f"{call}:1:{way}")

    def has_refused(self, call):
        expect(self.says("off") == "1\n", call, "was not called")

    def is_well(self):
        expect("<module>" in self.stack(), "the stack")

    def has_no_listener(self):
        until(lambda: self.status("Threads") == "1", "the listener stays")


def a_listener_that_cannot_begin(target):
    with Obedient(target) as program:
        for call, way in ("eventfd", EMFILE), ("socket", EMFILE), ("bind", EACCES), ("chmod", EPERM), ("listen", ENOMEM), ("clone", EAGAIN):
            program.refuses(call, way)
            try:
                program.meet(0.25).close()  # before it asks once more
            except ObserveError:
                pass
            program.has_refused(call)
        program.is_well()
        expect(program.finish().endswith("end\n"), "it was harmed")


def calls_that_are_made_again(target):
    """Interrupted, or for a part alone."""
    with Obedient(target) as program:
        wire = program.meet()
        for call, way in (("recv", EINTR), ("recv", EAGAIN), ("send", EINTR), ("send", EAGAIN), ("send", "short"), ("poll", EINTR), ("write", EAGAIN)):
            program.refuses(call, way)
            expect("<module>" in wire.ask("stack locals").decode(), call, way)
            program.has_refused(call)
        wire.close()
        for call, way in ("accept", EMFILE), ("getsockopt", EIO):
            program.refuses(call, way)
            try:
                program.meet(1).close()
            except ObserveError as error:
                expect("another user's" in str(error), call, error)
            program.has_refused(call)
        program.is_well()
        expect(program.finish().endswith("end\n"), "it was harmed")


def observers_that_are_lost(target):
    with Obedient(target) as program:
        for call, way in (("recv", EIO), ("send", EPIPE)):
            wire = program.meet()
            program.refuses(call, way)
            try:
                wire.ask("stack")
                expect(False, call, "it was answered")
            except ObserveError as error:
                expect("has gone" in str(error), call, error)
            program.has_refused(call)
            wire.close()
        program.is_well()
        program.has_no_listener()
        program.is_well()
        expect(program.finish().endswith("end\n"), "it was harmed")


CHECKS = [a_listener_that_cannot_begin, calls_that_are_made_again, observers_that_are_lost]
