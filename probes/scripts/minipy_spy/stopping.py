"""Stopping what runs a vm while the vm is looked at (--stop), by ptrace: it notices nothing, nor does
its parent, and goes on even if we are killed. Then its registers can be seen, too.

One thread is stopped at a time: the one that is in the vm, as no other changes anything. Rejected: all
threads of the process. If one of them execs meanwhile, the kernel ends the others first, and waits for
us to take notice of those that we had; and we would wait for it, to get hold of the next.
"""
import ctypes
import errno
import os
import struct
import time

from .errors import SpyError

SEIZE, INTERRUPT, GETREGSET, DETACH = 0x4206, 0x4207, 0x4204, 17
NT_PRSTATUS = 1
WALL = 0x40000000
EVENT_STOP = 128
PATIENCE = 1.0  # seconds, for a thread to stop

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def ptrace(request, tid, address=None, data=None):
    """0, or the errno."""
    return ctypes.get_errno() if libc.ptrace(request, tid, address, data) < 0 else 0


class IoVec(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Stopped:
    """with Stopped(process, tid) as stopped: that thread stands still, unless it has ended."""

    def __init__(self, process, tid):
        self.process, self.tid = process, tid
        self.held = False
        self.signal = 0  # that it was about to get, and gets when it goes on

    def __enter__(self):
        error = ptrace(SEIZE, self.tid) if self.tid else errno.ESRCH
        if error == errno.EPERM and self.tid in self.process.threads():
            raise SpyError(self.process.not_permitted() + " (or a debugger has it)")
        if error == 0:
            ptrace(INTERRUPT, self.tid)
            self.held = self.wait()
        return self

    def __exit__(self, *_):
        if self.held and ptrace(DETACH, self.tid, None, self.signal):
            self.wait()  # it was killed

    def wait(self):
        """Has it stopped? If it has ended, the kernel forgets it now."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found, status = os.waitpid(self.tid, WALL | os.WNOHANG)
            except ChildProcessError:
                return False
            if found:
                if os.WIFSTOPPED(status) and status >> 16 != EVENT_STOP:
                    self.signal = os.WSTOPSIG(status)
                return os.WIFSTOPPED(status)
            time.sleep(0.0001)
        return True  # not yet, but it is ours, and to be let go

    def registers(self):
        """What its registers hold, as numbers."""
        buffer = ctypes.create_string_buffer(2048)
        space = IoVec(ctypes.addressof(buffer), len(buffer))
        if not self.held or ptrace(GETREGSET, self.tid, NT_PRSTATUS, ctypes.addressof(space)):
            return ()
        return struct.unpack_from(f"<{space.size // 8}Q", buffer)
