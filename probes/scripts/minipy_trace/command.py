"""The program that is traced: started by us and held until the tracer is there, or running already."""
import ctypes
import os
import re
import signal
import subprocess
import sys

PTRACE_TRACEME, PTRACE_DETACH = 0, 17
LIBC = ctypes.CDLL(None, use_errno=True)


class Command:
    """A child that stops right after exec(), so that the file with its markers is mapped, and nothing of
    it has run."""

    def __init__(self, words):
        self.words = words
        self.status = None  # as the shell has it, once it ended
        told, tell = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._become(tell)
        os.close(tell)
        problem = os.read(told, 64)
        os.close(told)
        self.wait(os.WUNTRACED)
        if problem:
            number = int(problem)
            sys.stderr.write(f"minipy-trace: run {words[0]}: {os.strerror(number)}\n")
            sys.exit(127 if number == 2 else 126)

    def _become(self, tell):
        try:
            LIBC.ptrace.argtypes = [ctypes.c_long] * 4
            LIBC.ptrace(PTRACE_TRACEME, 0, 0, 0)
            for number in (signal.SIGINT, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
            os.execvp(self.words[0], self.words)
        except OSError as error:
            os.write(tell, str(error.errno).encode())
        finally:
            os._exit(127)

    def wait(self, how=0):
        """Waits for it to stop or end, or looks whether it has (os.WNOHANG). Has it ended?"""
        if self.status is None:
            pid, status = os.waitpid(self.pid, how)
            if pid and os.WIFEXITED(status):
                self.status = os.WEXITSTATUS(status)
            elif pid and os.WIFSIGNALED(status):
                self.status = 128 + os.WTERMSIG(status)
        return self.status is not None

    def go_on(self):
        LIBC.ptrace.argtypes = [ctypes.c_long] * 4
        LIBC.ptrace(PTRACE_DETACH, self.pid, 0, 0)

    def kill(self):
        if not self.wait(os.WNOHANG):
            os.kill(self.pid, signal.SIGKILL)
            self.wait()


class Process:
    """A process that runs already; its end is the tracer's business."""

    status = 0

    def __init__(self, pid):
        self.pid = pid

    def wait(self, _how=0):
        return not os.path.exists(f"/proc/{self.pid}")

    def go_on(self):
        pass

    def kill(self):
        pass


def has_markers(path):
    with open(path, "rb") as file:
        return b"stapsdt\0" in file.read()


def file_of(pid):
    """The file with the markers of that process: its program, or a library that it has or will have mapped."""
    program = os.path.realpath(f"/proc/{pid}/exe")
    if has_markers(program):
        return program
    with open(f"/proc/{pid}/maps", errors="surrogateescape") as maps:
        names = [line.rstrip("\n").split(None, 5)[-1] for line in maps]
    needed = subprocess.run(["ldd", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    names += re.findall(r"=> (/\S.*) \(0x", needed)
    return next((os.path.realpath(name) for name in names if os.path.basename(name).startswith("libminipy.so")), program)


def has_mapped(pid, path):
    """Has the process that file in its memory? Its markers are looked for there."""
    try:
        with open(f"/proc/{pid}/maps", errors="surrogateescape") as maps:
            return any(line.rstrip("\n").endswith(" " + path) for line in maps)
    except OSError:
        return False
