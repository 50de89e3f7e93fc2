"""Which of the kernel's threads a Thread is, what it does, and what Python calls it."""
import ctypes
import os
import threading

from .errors import BadRead, Gone
from .stacks import THREADS_MOST, TRIES

PTHREAD_SIZE = 2048
libc = ctypes.CDLL(None)
libc.pthread_self.restype = ctypes.c_void_p


def tid_offset():
    """Where the C library keeps the kernel's number in what a pthread_t points to, learnt
    from this very process; None if it does not."""
    own = ctypes.string_at(libc.pthread_self(), PTHREAD_SIZE // 2)
    number = threading.get_native_id().to_bytes(4, "little")
    return next((at for at in range(0, len(own), 4) if own[at:at + 4] == number), None)


TID_OFFSET = tid_offset()


def find_tid(spy, thread, tids):
    """The kernel's number of a thread, one of tids; None if it cannot be told."""
    if thread.pthread and TID_OFFSET is not None:
        try:
            tid = spy.values.u32(thread.pthread + TID_OFFSET)
        except BadRead:
            tid = 0
        if tid in tids:
            return tid
    return next(iter(tids)) if len(tids) == 1 else None


def python_names(spy, vm):
    """{pthread: name}: what threading calls the threads of a vm."""
    values, table = spy.values, spy.table
    module = values.lookup(values.u64(vm + table.vm_modules), "threading")
    active = module and values.lookup(values.u64(module + table.module_dict), "_active")
    if not active or values.kind(active) != table.kind_dict:
        return {}
    found = {}
    for key, value in values.dict_items(active, THREADS_MOST):
        name = values.attribute(value, "_name")
        if name:
            found[int(values.short(key, 0))] = values.name(name)
    return found


def name_threads(spy, threads):
    """Fills in thread.name, where threading has one."""
    for vm in {thread.vm for thread in threads}:
        for _ in range(TRIES):
            try:
                known = python_names(spy, vm)
                break
            except (BadRead, ValueError):
                known = {}
        for thread in threads:
            if thread.vm == vm:
                thread.name = known.get(thread.pthread)


def number(process, spy, threads):
    """Fills in thread.tid, where it can be told."""
    tids = process.threads()
    for thread in threads:
        thread.tid = find_tid(spy, thread, tids)


def running(process, spy, vm):
    """The number of the thread whose turn it is in that vm; None if it cannot be told."""
    try:
        threads = [thread for thread in spy.threads(vm) if thread.current]
    except BadRead:
        return None
    number(process, spy, threads)
    return threads[0].tid if threads else None


def states(process):
    """{tid: a letter}: what the kernel says that its threads do."""
    return {tid: process.stat(tid).get("state", "R") for tid in process.threads()}


def is_idle(states_, thread):
    """Does it sleep, or wait for something? Of an unknown thread: is it out of the vm?"""
    if thread.tid:
        return states_.get(thread.tid, "R") != "R"
    return not (thread.current and thread.pthread)


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
