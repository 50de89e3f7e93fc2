"""A process as /proc shows it: may it be asked, and does it listen?"""
import os
import pwd
import signal

from minipy_spy import elf

from .errors import ObserveError

SECTION = ".minipy_debug"  # every program and library with a minipy in it has that
SIGNAL = signal.SIGRTMAX - 1
SPY = "`minipy-spy dump {}` needs no cooperation (but often root)"


def user_name(uid):
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


class Process:
    def __init__(self, pid):
        self.pid = pid
        if not os.path.isdir(f"/proc/{pid}"):
            raise ObserveError(f"there is no process {pid} (pgrep -af minipy lists those that run)")

    def file(self, name, mode="r"):
        try:
            with open(f"/proc/{self.pid}/{name}", mode, errors=None if "b" in mode else "surrogateescape") as file:
                return file.read()
        except PermissionError:
            raise ObserveError(f"process {self.pid} does not let {user_name(os.geteuid())} look: it belongs to "
                               f"{user_name(self.uid())}, or runs with more rights") from None
        except (FileNotFoundError, ProcessLookupError):
            raise ObserveError(f"process {self.pid} has ended") from None

    def status(self):
        """The fields of /proc/PID/status, as texts."""
        return {name: value.strip() for name, _, value in (line.partition(":") for line in self.file("status").splitlines())}

    def uid(self):
        return int(self.status()["Uid"].split()[1])

    def alive(self):
        try:
            return self.status()["State"][0] not in "ZX"
        except (ObserveError, KeyError):
            return False

    def command_line(self):
        text = " ".join(self.file("cmdline").split("\0")[:-1])
        return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)

    def environment(self, name):
        """What the variable was when the process was started, as the process itself looks it up; ""."""
        for entry in self.file("environ", "rb").split(b"\0"):
            key, _, value = entry.partition(b"=")
            if key == name.encode() and value:
                return os.fsdecode(value)
        return ""

    def threads(self):
        """How many, as the kernel counts them."""
        return int(self.status().get("Threads", 0))

    def cpu_ticks(self):
        words = self.file("stat").rpartition(")")[2].split()
        return int(words[11]) + int(words[12])

    # ---- may it be asked?

    def check(self):
        """Raises an ObserveError that says why the process cannot be observed, if so."""
        status = self.status()
        if status["State"][0] in "ZX":
            raise ObserveError(f"process {self.pid} has ended; it is a zombie until its parent {status['PPid']} waits for it")
        self.check_user()
        self.check_namespaces()
        self.check_program()
        self.check_signal(status)

    def check_user(self):
        if os.geteuid() not in (0, self.uid()):
            raise ObserveError(f"process {self.pid} belongs to {user_name(self.uid())}: run minipy-observe as that user, or as root")

    def check_namespaces(self):
        """Its number and its files must mean here what they mean there."""
        for kind, what in (("pid", "processes have other numbers"), ("mnt", "files have other names")):
            try:
                there, here = (os.readlink(f"/proc/{who}/ns/{kind}") for who in (self.pid, "self"))
            except OSError:
                continue
            if there != here:
                raise ObserveError(f"process {self.pid} is in a container, where {what}: run minipy-observe in there, as by "
                                   f"docker exec, or nsenter --all --target {self.pid}")

    def check_program(self):
        try:
            program = os.readlink(f"/proc/{self.pid}/exe")
        except OSError:
            program = self.status()["Name"]
        if not any(self.has_section(path) for path in self.mapped_files(program)):
            raise ObserveError(f"process {self.pid} runs no minipy but {program}")

    def mapped_files(self, program):
        """The program, then its libraries that could be minipy's."""
        yield f"/proc/{self.pid}/exe"
        paths = dict.fromkeys(line.split(maxsplit=5)[5] for line in self.file("maps").splitlines() if line.count("/"))
        yield from (f"/proc/{self.pid}/root{path}" for path in paths if path.startswith("/") and path != program)

    @staticmethod
    def has_section(path):
        try:
            with open(path, "rb") as file:
                return elf.Elf(file).section(SECTION) is not None
        except (OSError, elf.NotElf):
            return False

    def check_signal(self, status):
        """A signal that is not caught ends a process, so that is looked at first."""
        bit = 1 << (SIGNAL - 1)
        if int(status["SigIgn"], 16) & bit:
            raise ObserveError(f"process {self.pid} ignores signal {SIGNAL}, by which it would be asked: the program, or who "
                               f"started it, wants that; {SPY.format(self.pid)}")
        if not int(status["SigCgt"], 16) & bit:
            raise ObserveError(f"process {self.pid} lets nobody in: it was started with -X attach=off or MINIPY_ATTACH=0, its "
                               f"host did not ask for it, or it is just starting or ending; {SPY.format(self.pid)}")
        if all(int(blocked, 16) & bit for blocked in self.blocked()):
            raise ObserveError(f"all threads of process {self.pid} block signal {SIGNAL}, by which it would be asked "
                               f"(signal.pthread_sigmask); {SPY.format(self.pid)}")

    def blocked(self):
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            for line in self.file(f"task/{thread}/status").splitlines():
                if line.startswith("SigBlk:"):
                    yield line.split()[1]

    def why_no_answer(self):
        """What it does that it does not answer."""
        state = self.status().get("State", "?")[:1]
        if state == "T":
            return f"it is stopped; kill -CONT {self.pid} lets it go on"
        if state == "t":
            return "a debugger holds it"
        if state == "D":
            return "it waits for a disk or a driver, in the kernel"
        if state == "R":
            return "it computes, in one long call of C that does not look up"
        return "it waits in a call that a signal does not interrupt, or its folder cannot be written to"
