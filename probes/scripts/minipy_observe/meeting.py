"""Where an observer and a process meet: a file that asks, a signal that says so, and the socket that answers.

The folder is the process's XDG_RUNTIME_DIR, as it was when it started, else /tmp/minipy-UID: its user's, mode 0700,
no symbolic link. The process looks for the same (vm/threads/asked.c)."""
import contextlib
import os
import signal
import socket
import stat
import struct
import time

from .errors import Ended, ObserveError
from .process import SIGNAL, SPY
from .wire import Wire

RETRY = 0.3  # seconds; the signal can come just before a call that waits
TELL = 1.0


class Folder:
    """The folder, open. What is done in it is done by descriptor: nobody can put another in its place."""

    def __init__(self, process):
        self.process, self.uid = process, process.uid()
        runtime = process.environment("XDG_RUNTIME_DIR")
        self.path = f"/tmp/minipy-{self.uid}"
        self.descriptor = None
        if runtime.startswith("/") and len(runtime) < 1024:
            self.descriptor = self.open(runtime)
        if self.descriptor is None:
            self.descriptor = self.make()
        else:
            self.path = runtime

    def open(self, path):
        """A descriptor; None: it is not there, or cannot be trusted."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return None
        found = os.fstat(descriptor)
        if found.st_uid == self.uid and not found.st_mode & 0o077:
            return descriptor
        os.close(descriptor)
        return None

    def make(self):
        with contextlib.suppress(FileExistsError):
            os.mkdir(self.path, 0o700)
            if os.geteuid() != self.uid:
                os.chown(self.path, self.uid, -1, follow_symlinks=False)
        descriptor = self.open(self.path)
        if descriptor is None:
            raise ObserveError(f"{self.path} cannot be used: it must be a folder of the process's user, with mode 0700, and "
                               f"no symbolic link; whoever it belongs to must take it away")
        return descriptor

    def name(self, kind):
        return f"minipy-{self.process.pid}.{kind}"

    def ask(self):
        """Puts the file there, and sends the signal."""
        try:
            file = os.open(self.name("ask"), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600,
                           dir_fd=self.descriptor)
        except OSError as error:
            raise ObserveError(f"{self.path}/{self.name('ask')} cannot be made: {error.strerror}") from None
        os.close(file)
        send_signal(self.process)

    def connect(self):
        """The socket, connected; None: nobody listens, yet."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            found = os.stat(self.name("socket"), dir_fd=self.descriptor, follow_symlinks=False)
            if not stat.S_ISSOCK(found.st_mode):
                raise FileNotFoundError
            connection.connect(f"/proc/self/fd/{self.descriptor}/{self.name('socket')}")
            return connection
        except (FileNotFoundError, ConnectionRefusedError, BlockingIOError):
            connection.close()
            return None
        except OSError as error:
            connection.close()
            raise ObserveError(f"{self.path}/{self.name('socket')}: {error.strerror}") from None


def send_signal(process):
    """To that very process, which is looked at once more: what is sent to another would end it."""
    try:
        descriptor = os.pidfd_open(process.pid)
    except ProcessLookupError:
        raise Ended(f"process {process.pid} has ended") from None
    try:
        process.check()
        signal.pidfd_send_signal(descriptor, SIGNAL)
    except ProcessLookupError:
        raise Ended(f"process {process.pid} has ended") from None
    finally:
        os.close(descriptor)


def greeted(process, connection, deadline):
    """The wire, when the process has said hello; None: it was just going."""
    who = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
    if who != process.pid:
        connection.close()
        raise ObserveError(f"process {who} listens in the place of process {process.pid}")
    wire = Wire(process, connection)
    try:
        kind, text = wire.receive(deadline)
    except (Ended, TimeoutError):
        wire.close()
        return None
    if kind == "e":
        raise ObserveError(f"process {process.pid}: {text.decode('utf-8', 'replace')}")
    return wire


def meet(process, timeout, tell):
    """A wire to the process, which is asked if it does not listen already. tell(text): why it takes long."""
    process.check()
    folder = Folder(process)
    try:
        return meet_in(folder, process, timeout, tell)
    finally:
        os.close(folder.descriptor)


def meet_in(folder, process, timeout, tell):
    begun = asked = time.monotonic()
    told, pause, first = begun, 0.001, True
    while True:
        connection = folder.connect()
        wire = connection and greeted(process, connection, begun + timeout)
        if wire:
            return wire
        now = time.monotonic()
        if now - begun > timeout:
            raise ObserveError(f"process {process.pid} has not answered in {timeout:g} s: {process.why_no_answer()}. Try "
                               f"again, with a longer --timeout; {SPY.format(process.pid)}")
        if first or now - asked > RETRY:
            folder.ask()
            asked, first = now, False
        if now - told > TELL:
            tell(f"waiting for process {process.pid}: {process.why_no_answer()}")
            told = now
        time.sleep(pause)
        pause = min(pause * 2, 0.05)
