"""Children by fork; each fires markers and ends in its own way."""
import os
import sys


def work(n):
    total = 0
    for i in range(n):
        total += i
    return total


def report(name, pid):
    status = os.waitpid(pid, 0)[1]
    print(name, os.waitstatus_to_exitcode(status), flush=True)


def fork(name, job):
    pid = os.fork()
    if pid == 0:
        job()
        os._exit(work(3))
    report(name, pid)


def raise_and_catch():
    try:
        raise KeyError(work(2))
    except KeyError as error:
        return error


def generate():
    return sum(i * i for i in range(3))


def nested():
    fork("grandchild", lambda: work(1))


def leave():
    sys.audit("probes.leave", os.getpid())
    sys.exit(work(4))


def die_of_a_signal():
    work(1)
    os.kill(os.getpid(), 9)


work(2)
for number in range(3):
    fork(f"child {number}", lambda: work(number))
fork("raises", raise_and_catch)
fork("generator", generate)
fork("nested", nested)
fork("killed", die_of_a_signal)
pid = os.fork()
if pid == 0:
    leave()
report("sys.exit", pid)
work(1)
