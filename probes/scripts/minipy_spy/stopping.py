"""Stopping a process while it is looked at (--stop), by ptrace: it notices nothing, nor does
its parent, and goes on even if we are killed. Then the registers can be seen, too."""
import ctypes
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


class IoVec(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Stopped:
    """with Stopped(process) as stopped: all its threads stand still."""

    def __init__(self, process):
        self.process = process
        self.signals = {}  # of each stopped thread: the signal that it stopped at, or 0

    def __enter__(self):
        try:
            seen = set()
            while new := self.process.threads() - seen:  # a running one may start another
                for tid in new:
                    seen.add(tid)
                    self.stop(tid)
        except BaseException:
            self.release()
            raise
        return self

    def __exit__(self, *error):
        self.release()

    def ptrace(self, request, tid, address=None, data=None):
        """0, or the errno."""
        return ctypes.get_errno() if libc.ptrace(request, tid, address, data) < 0 else 0

    def stop(self, tid):
        error = self.ptrace(SEIZE, tid)
        if error == 1:
            raise SpyError(self.process.not_permitted() + " (or a debugger has it)")
        if error or self.ptrace(INTERRUPT, tid):
            return  # it has ended
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found, status = os.waitpid(tid, WALL | os.WNOHANG)
            except ChildProcessError:
                return
            if found:
                if os.WIFSTOPPED(status):
                    self.signals[tid] = 0 if status >> 16 == EVENT_STOP else os.WSTOPSIG(status)
                return
            time.sleep(0.0001)

    def registers(self, tid):
        """What the registers of a stopped thread hold, as numbers."""
        buffer = ctypes.create_string_buffer(2048)
        space = IoVec(ctypes.addressof(buffer), len(buffer))
        if tid not in self.signals or self.ptrace(GETREGSET, tid, NT_PRSTATUS, ctypes.addressof(space)):
            return ()
        return struct.unpack_from(f"<{space.size // 8}Q", buffer)

    def release(self):
        for tid, signal in self.signals.items():
            self.ptrace(DETACH, tid, None, signal)
        self.signals = {}
