"""A process: its memory, its maps and its threads. Nothing is asked of it, nor stopped."""
import collections
import ctypes
import errno
import os

from . import elf
from .errors import BadRead, Gone, SpyError
from .table import COOKIE, SECTION, Table
from .values import printable

Map = collections.namedtuple("Map", "start end access offset inode path")
IOVEC_MAX = 256


class IoVec(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


libc = ctypes.CDLL(None, use_errno=True)
libc.process_vm_readv.restype = ctypes.c_ssize_t
libc.process_vm_readv.argtypes = [ctypes.c_int, ctypes.POINTER(IoVec), ctypes.c_ulong,
                                  ctypes.POINTER(IoVec), ctypes.c_ulong, ctypes.c_ulong]
PTRACE_SCOPE = "/proc/sys/kernel/yama/ptrace_scope"


class Process:
    def __init__(self, pid):
        self.pid = pid
        if not os.path.isdir(f"/proc/{pid}"):
            raise SpyError(f"there is no process {pid}")
        self.marked = None  # the file that has the table, once it is found
        self.start_time = self.stat().get("start")
        self.buffer = ctypes.create_string_buffer(1 << 18)

    # ---- memory

    def read(self, address, size):
        """`size` bytes; BadRead if they are not all there, Gone if the process is not."""
        return self.read_all([(address, size)])[0]

    def read_all(self, places):
        """The bytes of each (address, size), in one system call where it can be."""
        if len(places) > IOVEC_MAX:
            return self.read_all(places[:IOVEC_MAX]) + self.read_all(places[IOVEC_MAX:])
        if min(size for _, size in places) < 0:
            raise BadRead("a negative size")
        total = sum(size for _, size in places)
        buffer = self.buffer if total <= len(self.buffer) else ctypes.create_string_buffer(total)
        remote = (IoVec * len(places))(*places)
        local = IoVec(ctypes.addressof(buffer), total)
        done = libc.process_vm_readv(self.pid, ctypes.byref(local), 1, remote, len(places), 0)
        if done != total:
            self.complain(ctypes.get_errno() if done < 0 else errno.EFAULT, places)
        data = buffer[:total]
        if len(places) == 1:
            return [data]
        result, at = [], 0
        for _, size in places:
            result.append(data[at:at + size])
            at += size
        return result

    def complain(self, error, places):
        if error == errno.ESRCH:
            raise Gone(f"process {self.pid} has ended")
        if error == errno.EPERM:
            raise SpyError(self.not_permitted())
        if error == errno.ENOSYS:
            raise SpyError("this kernel has no process_vm_readv (CONFIG_CROSS_MEMORY_ATTACH)")
        raise BadRead(f"no memory at one of {[hex(address) for address, _ in places]}")

    def not_permitted(self):
        text = f"the kernel does not permit to read the memory of process {self.pid}"
        try:
            if os.stat(f"/proc/{self.pid}").st_uid != os.geteuid():
                return text + ": it belongs to another user; run minipy-spy as root"
            with open(PTRACE_SCOPE, encoding="ascii") as f:
                scope = int(f.read())
        except (OSError, ValueError):
            scope = 0
        if scope:
            return (f"{text}: {PTRACE_SCOPE} is {scope}, so that only a parent or root may; run "
                    f"minipy-spy as root, or allow it: echo 0 | sudo tee {PTRACE_SCOPE}")
        return text + ": run minipy-spy as root (in a container: with the capability SYS_PTRACE)"

    # ---- /proc

    def file(self, name):
        try:
            with open(f"/proc/{self.pid}/{name}", encoding="utf-8", errors="surrogateescape") as f:
                return f.read()
        except (FileNotFoundError, ProcessLookupError):
            raise Gone(f"process {self.pid} has ended") from None
        except PermissionError:
            raise SpyError(self.not_permitted()) from None

    def stat(self, thread=None):
        """state (a letter) and start time, of the process or of one of its threads."""
        try:
            text = self.file(f"task/{thread}/stat" if thread else "stat")
        except Gone:
            return {}
        words = text[text.rindex(")") + 2:].split()
        return {"state": words[0], "start": words[19]}

    def alive(self):
        """Is it still the process that it was, and no zombie?"""
        now = self.stat()
        return now.get("start") == self.start_time and now.get("state") not in ("Z", "X")

    def threads(self):
        """The kernel's numbers of its threads."""
        try:
            return {int(name) for name in os.listdir(f"/proc/{self.pid}/task")}
        except OSError:
            return set()

    def maps(self):
        result = []
        for line in self.file("maps").splitlines():
            bounds, access, offset, _, inode, *path = line.split(maxsplit=5)
            start, end = (int(x, 16) for x in bounds.split("-"))
            result.append(Map(start, end, access, int(offset, 16), int(inode), path[0] if path else ""))
        return result

    def executable(self):
        try:
            return os.readlink(f"/proc/{self.pid}/exe")
        except FileNotFoundError:
            if not self.alive():
                raise Gone(f"process {self.pid} has ended") from None
            return "a kernel thread"
        except PermissionError:
            raise SpyError(self.not_permitted()) from None

    def command_line(self):
        return printable(" ".join(self.file("cmdline").split("\0")[:-1]))

    # ---- the table

    def table(self):
        """The table of minipy's offsets in this process."""
        program, maps = self.executable(), self.maps()
        address = self.section_address(program, maps) or self.scan(maps)
        self.marked = next((m.path for m in maps if address and m.start <= address < m.end), program)
        if not address:
            if not self.alive():
                raise Gone(f"process {self.pid} has ended")
            raise SpyError(f"process {self.pid} ({program}) runs no minipy: neither the program nor a "
                           f"library in it has the section {SECTION}")
        return Table.read(self.read, address)

    def section_address(self, program, maps):
        """Where the section lies that one of its files has; None if none has it."""
        firsts = {}
        for m in maps:
            if m.inode and m.path not in firsts:
                firsts[m.path] = m
        for path, first in sorted(firsts.items(), key=lambda item: item[0] != program):
            opened = f"/proc/{self.pid}/exe" if path == program else f"/proc/{self.pid}/root{path}"
            try:
                with open(opened, "rb") as f:
                    file = elf.Elf(f)
                    section = file.section(SECTION)
                    address = section and first.start - first.offset + section.address - file.first_address()
            except (OSError, elf.NotElf):
                continue
            if address and self.begins_table(address):
                return address
        return None

    def begins_table(self, address):
        try:
            return self.read(address, len(COOKIE)) == COOKIE
        except BadRead:
            return False

    def scan(self, maps):
        """Where the table lies, by its first bytes, in files without section headers or
        that are gone."""
        for m in maps:
            if not m.inode or "w" not in m.access:
                continue
            try:
                at = self.read(m.start, m.end - m.start).find(COOKIE)
            except BadRead:
                continue
            if at >= 0 and at % 8 == 0:
                return m.start + at
        return None
