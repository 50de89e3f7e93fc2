"""bpftrace as a child of the tests and of the bench commands: started, awaited, ended.

Nothing here waits for ever. bpftrace 0.17 forgets a SIGINT or SIGTERM that comes while it
prints, and one that comes while it empties its buffers cuts that short: so end() lets it
settle, asks, asks again as long as the signal is still caught (once bpftrace has heard one,
the next would end it before its maps are printed), and kills it in the end. And it does not
outlive who started it, even one that is killed: the kernel sees to that.
"""
import os
import shutil
import signal
import subprocess
import time

WAIT = 20.0  # seconds, for a tracer to attach or to leave
# It becomes the program that it starts, which gets the signal when its parent's thread is gone.
TIED = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []


# bpftrace's buffer of each processor, in pages: 64 MiB hold the 50,000 to 100,000 events of a test's programs, of less
# than 500 bytes each, however late a busy machine lets it read. What finds no room is lost, which it tells.
NOTHING_LOST = {"BPFTRACE_PERF_RB_PAGES": "16384"}


class Bpftrace:
    """One bpftrace process; what it prints goes to the file `output`."""

    def __init__(self, arguments, output, environment=None, before=(), **options):
        self.output = output
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.STDOUT, **options}
        with open(output, "w") as file:
            self.process = subprocess.Popen(
                [*before, *TIED, "bpftrace", *arguments], **{"stdout": file, **options},
                env={**os.environ, **(environment or {})})

    def text(self):
        with open(self.output, errors="replace") as file:
            return file.read()

    def wait_for(self, text):
        """Waits until bpftrace has printed it; False when it ended before, or never did."""
        end = time.monotonic() + WAIT
        while text not in self.text():
            if time.monotonic() > end or self.process.poll() is not None:
                return False
            time.sleep(0.02)
        return True

    def settle(self):
        """Waits until no more events are written."""
        size, end = -1, time.monotonic() + WAIT
        while size != os.path.getsize(self.output) and time.monotonic() < end:
            size = os.path.getsize(self.output)
            time.sleep(0.2)

    def catches(self, how):
        """Is its handler of that signal in place?"""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                caught = [row for row in status if row.startswith("SigCgt:")]
        except OSError:
            return False
        return bool(caught) and bool(int(caught[0].split()[1], 16) >> (how - 1) & 1)

    def wait(self, seconds):
        """Has it ended, after so many seconds at most?"""
        try:
            self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self, how=signal.SIGINT, patience=WAIT):
        """Ends it; False when it had to be killed, so many seconds later."""
        end = time.monotonic() + patience
        self.settle()
        self.process.send_signal(how)
        while not self.wait(1):
            if time.monotonic() > end:
                self.kill()
                return False
            if self.catches(how):
                self.process.send_signal(how)
        return True

    def kill(self):
        self.process.kill()
        self.process.wait()
