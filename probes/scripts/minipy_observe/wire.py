"""The messages between an observer and a process (vm/attach/peer.h)."""
import select
import socket
import struct
import time

from .errors import Ended, ObserveError
from .process import SPY


class Wire:
    def __init__(self, process, connection):
        self.process, self.connection = process, connection
        self.buffer = bytearray()
        self.patience = 10.0    # seconds that the process may keep a command waiting
        self.tell = lambda text: None  # hears why it takes long, and what is to be known
        self.over = False  # the process ended its trace itself

    def close(self):
        self.connection.close()

    def send(self, command):
        data = command if isinstance(command, bytes) else command.encode()
        try:
            self.connection.settimeout(self.patience)
            self.connection.sendall(b"c" + struct.pack(">I", len(data)) + data)
        except socket.timeout:
            raise ObserveError(f"process {self.process.pid} does not read what it is sent") from None
        except OSError:
            pass  # what it said before it went is still to be read

    def message(self):
        """The next whole message in the buffer, or None."""
        if len(self.buffer) < 5:
            return None
        size, = struct.unpack_from(">I", self.buffer, 1)
        if len(self.buffer) < 5 + size:
            return None
        kind, text = chr(self.buffer[0]), bytes(self.buffer[5:5 + size])
        del self.buffer[:5 + size]
        return kind, text

    def receive(self, deadline=None):
        """(kind, bytes). TimeoutError at the deadline; Ended when the process has gone."""
        while True:
            message = self.message()
            if message:
                return message
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self.connection], [], [], left)[0]:
                raise TimeoutError
            try:
                data = self.connection.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                raise Ended(f"process {self.process.pid} has gone: it was killed, or runs another program now")
            self.buffer += data

    def replies(self, until="z", deadline=None, patient=False):
        """Data as they come, until the command has ended, or the deadline (TimeoutError). patient: the process may be
        silent for as long as it wants."""
        waits_since, last = None, time.monotonic()
        while True:
            silent = None if patient else last + self.patience
            try:
                kind, text = self.receive(silent if deadline is None else deadline)
            except TimeoutError:
                if deadline is not None:
                    raise
                raise ObserveError(f"process {self.process.pid} has said nothing for {self.patience:g} s: "
                                   f"{self.process.why_no_answer()}") from None
            last = time.monotonic()
            if kind == "d":
                yield text
            elif kind == until:
                return
            elif kind == "w":
                waits_since = waits_since or last
                self.still_waits(waits_since, text.decode("utf-8", "replace"))
            elif kind == "m":
                self.tell(text.decode("utf-8", "replace"))
            elif kind == "e":
                text = text.decode("utf-8", "replace").rstrip("\n")
                raise (Ended if text == "the process has ended" else ObserveError)(text)

    def still_waits(self, since, text):
        if time.monotonic() - since > self.patience:
            raise ObserveError(f"gave up: {text}. Try again, with a longer --timeout; {SPY.format(self.process.pid)}")
        self.tell(f"waiting: {text}")

    def ask(self, command, patient=False):
        """The whole answer to a command."""
        self.send(command)
        return b"".join(self.replies(patient=patient))

    # ---- traces

    def begin(self, spec):
        self.send("trace " + spec)
        for _ in self.replies(until="s"):
            pass
        self.over = False

    def follow(self, seconds):
        """The data of the trace that runs, for so long (None: until the process ends)."""
        try:
            yield from self.replies(deadline=None if seconds is None else time.monotonic() + seconds, patient=True)
            self.over = True
        except TimeoutError:
            pass

    def end(self):
        """Ends the trace; what was left of it."""
        if self.over:
            self.tell(f"process {self.process.pid} has ended; this is what was seen until then")
            return
        self.send("stop")
        yield from self.replies()
