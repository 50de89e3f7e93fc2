"""Children by subprocess (with preexec_fn, too), posix_spawn, fork and exec, forkpty."""
import os
import sys


def work(n):
    total = 0
    for i in range(n):
        total += i
    return total


if len(sys.argv) > 1:
    sys.exit(work(int(sys.argv[1])))

import subprocess  # not before: the children need it not


def prepare():
    sys.audit("probes.prepare", work(3))


def run(name, *command, **options):
    print(name, subprocess.run(command, **options).returncode, flush=True)


def posix_spawn(name, *command):
    pid = os.posix_spawn(command[0], command, os.environ)
    print(name, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def fork_and_exec(*command):
    pid = os.fork()
    if pid == 0:
        work(2)
        os.execv(command[0], command)
    print("fork, exec", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def forkpty():
    pid, terminal = os.forkpty()
    if pid == 0:
        os._exit(work(4))
    print("forkpty", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    os.close(terminal)


again = sys.executable, __file__, "4"
run("preexec_fn", "/bin/true", preexec_fn=prepare)
run("preexec_fn, again", *again, preexec_fn=prepare)
run("subprocess", "/bin/false")
run("subprocess, again", *again)
run("shell", "exit 3", shell=True)
posix_spawn("posix_spawn", "/bin/true")
posix_spawn("posix_spawn, again", *again)
fork_and_exec("/bin/true")
fork_and_exec(*again)
forkpty()
print("system", os.waitstatus_to_exitcode(os.system("exit 5")))
work(1)
