"""os.getpid() of a program that asks often, in children however they are made: fork, forkpty, C's fork by ctypes, the bare system call."""
import ctypes
import os

me = os.getpid()
print(all(os.getpid() == me for _ in range(100)), me == int(os.readlink("/proc/self")), os.getppid() == me)
libc = ctypes.CDLL(None)
SYS_FORK = {"x86_64": 57}.get(os.uname().machine)


def forks():
    yield "fork", os.fork
    yield "forkpty", lambda: os.forkpty()[0]
    yield "C", libc.fork
    if SYS_FORK:  # the other machines have no such call
        yield "call", lambda: libc.syscall(SYS_FORK)


for name, fork in forks():
    child = fork()
    if child == 0:
        right = [os.getpid() == int(os.readlink("/proc/self")) != me and os.getppid() == me for _ in range(50)]
        grandchild = os.fork()
        if grandchild == 0:
            os._exit(0 if os.getpid() == int(os.readlink("/proc/self")) else 1)
        right.append(os.waitpid(grandchild, 0)[1] == 0)
        os._exit(0 if all(right) else 1)
    print(name, os.waitpid(child, 0)[1], os.getpid() == me)
