"""Which of the kernel's threads a Thread is, what it does, and what Python calls it."""
import ctypes
import os
import threading

from .errors import BadRead, Gone

PTHREAD_SIZE = 2048
libc = ctypes.CDLL(None)
libc.pthread_self.restype = ctypes.c_void_p


def tid_offset():
    """Where the C library keeps the kernel's number in what a pthread_t points to, learnt
    from this very process; None if it does not."""
    own = ctypes.string_at(libc.pthread_self(), PTHREAD_SIZE // 2)
    number = threading.get_native_id().to_bytes(4, "little")
    return next((at for at in range(0, len(own), 4) if own[at:at + 4] == number), None)


class Namer:
    """Fills in tid and name of threads, and says which are idle."""

    def __init__(self, process, spy):
        self.process, self.spy = process, spy
        self.offset = tid_offset()

    def number(self, threads):
        """thread.tid, where it can be told."""
        tids = self.process.threads()
        for thread in threads:
            thread.tid = self.tid(thread, tids)

    def tid(self, thread, tids):
        if thread.pthread and self.offset is not None:
            try:
                tid = self.spy.values.u32(thread.pthread + self.offset)
            except BadRead:
                tid = 0
            if tid in tids:
                return tid
        return self.process.pid if len(tids) == 1 else None

    def idle(self, thread):
        """Does it sleep, or wait for something? Of an unknown thread: is it out of the vm?"""
        if thread.tid:
            return self.process.stat(thread.tid).get("state", "R") != "R"
        return not (thread.current and thread.pthread)

    def name(self, threads):
        """thread.name: threading's."""
        for thread in threads:
            try:
                thread.name = self.python_name(thread)
            except BadRead:
                thread.name = None

    def python_name(self, thread):
        values, table = self.spy.values, self.spy.table
        module = values.lookup(values.u64(thread.vm + table.vm_modules), "threading")
        active = module and values.lookup(values.u64(module + table.module_dict), "_active")
        if not active or values.kind(active) != table.kind_dict:
            return None
        for key, value in values.dict_items(active, 1 << 15):
            if values.short(key, 0) == str(thread.pthread):
                name = values.attribute(value, "_name")
                return values.text(name, 200) if name else None
        return None


class Shortener:
    """File names as people want them: without the folder of the library, or the current one's."""

    def __init__(self, process):
        self.folders = ["/usr/lib/python3.11/"]
        try:
            self.folders.insert(0, os.readlink(f"/proc/{process.pid}/cwd") + "/")
        except OSError as error:
            if isinstance(error, ProcessLookupError):
                raise Gone(f"process {process.pid} has ended") from None

    def __call__(self, name):
        for folder in self.folders:
            if folder != "/" and name.startswith(folder):
                return name[len(folder):]
        return name
