"""A terminal that a person would sit at: tmux on a server of its own. What it shows is waited for, never slept for."""
import os
import shlex
import shutil
import subprocess
import tempfile
import time

TIMEOUT = 30
PLAIN = {"HOME": "", "TERM": "screen-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}


class Silence(Exception):
    """What was waited for did not come; the screen as it was."""


class Screen:
    def __init__(self, command, home, columns=120, rows=30, **environment):
        self.folder = tempfile.mkdtemp(prefix="mpt")
        self.socket = os.path.join(self.folder, "s")
        words = {**PLAIN, "HOME": home, "GCOV_PREFIX": os.environ.get("GCOV_PREFIX"), **environment}
        line = shlex.join(["env", "-i", *(f"{k}={v}" for k, v in words.items() if v is not None), *command])
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  f"trap : INT; {line}; echo status=$?; cat")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if "GCOV_PREFIX" in os.environ:
            self.leave()
        self.tmux("kill-server")
        shutil.rmtree(self.folder, ignore_errors=True)

    def leave(self):
        """By its own end: one that its terminal takes along writes no counters (make coverage)."""
        for keys in ("C-c", "C-d"), ("C-c", "C-c", "C-d"), ("C-d",):
            if "status=" in self.shown():
                return
            self.key(*keys)
            time.sleep(0.3)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], capture_output=True, text=True, timeout=TIMEOUT,
                              env={**os.environ, "LANG": "C.UTF-8", "TMUX": ""}).stdout

    def shown(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else [])).rstrip("\n")

    def until(self, holds, what):
        end = time.monotonic() + TIMEOUT
        while not holds(text := self.shown()):
            if time.monotonic() > end:
                raise Silence(f"waited for {what}, and there was:\n{text}")
            time.sleep(0.02)
        return text

    def wait(self, text, times=1):
        return self.until(lambda shown: shown.count(text) >= times, repr(text))

    def last(self, line):
        """The last line is that one, and the cursor behind it."""
        return self.until(lambda shown: shown.rpartition("\n")[2].rstrip() == line.rstrip(), f"the line {line!r}")

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def key(self, *names):
        self.tmux("send-keys", *names)

    def enter(self, text, prompt=">>>"):
        """Types a line once the prompt is there."""
        self.last(prompt)
        self.type(text)
        self.wait(text[-20:])
        self.key("Enter")

    def paste(self, text):
        self.tmux("set-buffer", "--", text)
        self.tmux("paste-buffer", "-p")
