"""The command minipy-bt, in gdb's own Python: the same reader, with gdb's memory."""
import gdb

from . import dump
from .errors import BadRead, SpyError
from .names import find_tid, name_threads
from .stacks import Spy
from .table import COOKIE, SECTION, Table

C_FRAMES_MOST = 64
GENERAL = "general"


class Memory:
    def read(self, address, size):
        try:
            return bytes(gdb.selected_inferior().read_memory(address, size)) if size else b""
        except (gdb.MemoryError, OverflowError):
            raise BadRead(f"no memory at {address:#x}") from None
        except gdb.error as error:
            raise SpyError(f"gdb: {error}") from None

    def read_all(self, places):
        return [self.read(address, size) for address, size in places]


def sections():
    """(start, end, name) of what gdb knows to be in memory."""
    for line in gdb.execute("info files", to_string=True).splitlines():
        words = line.split()
        if len(words) >= 5 and words[1] == "-" and words[3] == "is":
            yield int(words[0], 16), int(words[2], 16), words[4]


def begins_table(memory, address):
    try:
        return memory.read(address, len(COOKIE)) == COOKIE
    except BadRead:
        return False


def find_table(memory):
    """Where it lies: by the section; in a core file without its program by its first bytes."""
    for start, _, name in sections():
        if name == SECTION and begins_table(memory, start):
            return start
    for start, end, name in sections():
        if name.startswith("load"):
            try:
                at = gdb.selected_inferior().search_memory(start, end - start, COOKIE)
            except gdb.error:
                continue
            if at and at % 8 == 0:
                return at
    raise SpyError("no minipy here: attach to a process, or open a core file, that has the "
                   f"section {SECTION} in its program or in a library")


class Registers:
    """What the eval loop has in a register, and not yet in its frame."""

    def __init__(self):
        self.threads = {t.ptid[1] or t.ptid[0]: t for t in gdb.selected_inferior().threads()}

    def near(self, tid):
        """The numbers in the registers of a thread's C frames, from the newest one on."""
        if tid not in self.threads:
            return
        self.threads[tid].switch()
        c_frame = gdb.newest_frame()
        for _ in range(C_FRAMES_MOST):
            if c_frame is None:
                return
            for register in c_frame.architecture().registers(GENERAL):
                try:
                    yield int(c_frame.read_register(register.name)) & (1 << 64) - 1
                except (gdb.error, ValueError):
                    pass
            c_frame = c_frame.older()


class Backtrace(gdb.Command):
    """minipy-bt [-l] [-a]: the Python stack of the selected thread; -l: with its local
variables; -a: of all threads. The newest frame comes first."""

    def __init__(self):
        super().__init__("minipy-bt", gdb.COMMAND_STACK)

    def invoke(self, argument, _):
        words = set(argument.split())
        if words - {"-l", "-a", "-la", "-al"}:
            raise gdb.GdbError("minipy-bt [-l] [-a]")
        letters = "".join(words)
        try:
            self.show("l" in letters, "a" in letters)
        except SpyError as error:
            raise gdb.GdbError(str(error)) from None

    def show(self, with_locals, every):
        memory = Memory()
        spy = Spy(memory, Table.read(memory.read, find_table(memory)))
        selected, registers = gdb.selected_thread(), Registers()
        if selected is None:
            raise SpyError("no process and no core file: attach, run, or open one")
        try:
            shown = self.show_threads(spy, registers, with_locals, None if every else selected)
        finally:
            selected.switch()
        if not shown:
            print("no vm" if every else "this thread runs no Python: minipy-bt -a shows all, `thread N` selects")

    def show_threads(self, spy, registers, with_locals, only):
        threads, shown = spy.sample(), 0
        name_threads(spy, threads)
        for thread in threads:
            thread.tid = find_tid(spy, thread, registers.threads)
            if only and thread.tid != (only.ptid[1] or only.ptid[0]):
                continue
            spy.refine(thread, registers.near(thread.tid))
            known = registers.threads.get(thread.tid)
            where = f"thread {known.num} of gdb" if known else "unknown to gdb"
            for line in dump.thread_lines(spy, thread, where, with_locals):
                print(line)
            shown += 1
        return shown
