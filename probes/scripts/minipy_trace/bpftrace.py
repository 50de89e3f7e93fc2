"""bpftrace as a child: what it says as Python values, and how it is brought to its end.

bpftrace 0.17 forgets a SIGINT that comes while it starts or prints, and one that comes while it
empties its buffers cuts that short: so it is let settle, asked, asked again as long as it still
catches the signal (once it has heard one, the next would end it before it prints its maps), and
killed at last.
"""
import json
import os
import re
import select
import signal
import subprocess
import time

PATIENCE = 15  # seconds, from the first SIGINT to the SIGKILL
QUIET = 0.3  # seconds without a word: its buffers are empty
TRACEFS = "/sys/kernel/tracing"

# Room for names of 128 bytes (two of them are the key of a map, and BPF's stack has 512), for many
# keys, and for bursts of events.
ROOM = {"BPFTRACE_STRLEN": "128", "BPFTRACE_MAP_KEYS_MAX": "65536", "BPFTRACE_PERF_RB_PAGES": "1024",
        "BPFTRACE_LOG_SIZE": "10000000"}


def mend(line):
    """bpftrace 0.17 writes the bytes of UTF-8 as \\uffffffXX, for it takes them for negative."""
    def byte(match):
        return bytes([int(match.group(1), 16)]) if match.group(1) else match.group(0)
    return re.sub(rb"\\(?:uffffff([0-9a-f]{2})|.)", byte, line).decode("utf-8", "backslashreplace")


class Bpftrace:
    """One run. said() yields what it prints; errors has what it complains of."""

    def __init__(self, program, binary, minimum, pid):
        words = ["bpftrace", "-f", "json", *(["-p", str(pid)] if pid else []), "-e", program, binary, str(minimum)]
        if not os.path.exists(TRACEFS + "/uprobe_events"):  # it detaches only where tracefs is: mount it, for it alone
            words = ["unshare", "-m", "sh", "-c", f'mount -t tracefs tracefs {TRACEFS} 2>/dev/null; exec "$@"', "sh",
                     *words]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**ROOM, **os.environ}, start_new_session=True)
        self.errors = ""
        self.asked = self.last = None  # when it was first asked to end, and last
        self.heard = time.monotonic()  # when it last said something
        self._rest = {self.process.stdout: b"", self.process.stderr: b""}

    def said(self, seconds):
        """What it says within that time: (type, data) pairs; [] when it is silent, None after its end."""
        if not self._rest:
            return None
        found = []
        for stream in select.select(list(self._rest), [], [], seconds)[0]:
            block = os.read(stream.fileno(), 1 << 20)
            if not block:
                del self._rest[stream]
                continue
            self.heard = time.monotonic()
            *lines, self._rest[stream] = (self._rest[stream] + block).split(b"\n")
            for line in lines:
                if stream is self.process.stdout:
                    found += self._value(line)
                else:
                    self.errors += line.decode("utf-8", "backslashreplace") + "\n"
        return found

    @staticmethod
    def _value(line):
        if not line.startswith(b"{"):
            return []
        try:
            value = json.loads(mend(line), strict=False)
            return [(value["type"], value.get("data"))]
        except (ValueError, KeyError):
            return []

    def problem(self):
        """The line of its errors that says why it could not trace."""
        lines = [line for line in self.errors.splitlines() if line and "RLIMIT_MEMLOCK" not in line]
        wrong = [line for line in lines if "rror" in line] or lines
        return wrong[0].removeprefix("ERROR: ") if wrong else f"bpftrace ended with status {self.process.wait()}"

    def ask(self):
        """One more step to its end: called again and again until said() gives None."""
        now = time.monotonic()
        if self.asked is None:
            if now - self.heard < QUIET:
                return
            self.asked = self.last = now
            self._send(signal.SIGINT)
        elif now - self.asked > PATIENCE:
            self._send(signal.SIGKILL)
        elif now - self.last > 1 and now - self.heard > 1 and self._catches(signal.SIGINT):
            self.last = now
            self._send(signal.SIGINT)

    def _send(self, number):
        if self.process.poll() is None:
            self.process.send_signal(number)

    def _catches(self, number):
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                caught = next(line for line in status if line.startswith("SigCgt:"))
        except (OSError, StopIteration):
            return False
        return int(caught.split()[1], 16) >> (number - 1) & 1
