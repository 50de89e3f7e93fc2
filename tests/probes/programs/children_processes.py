"""Children of multiprocessing, one with a child of its own, and of threads that fork."""
import multiprocessing
import os
import sys
import threading


def work(n):
    total = 0
    for i in range(n):
        total += i
    return total


def fail(n):
    sys.exit(work(n))


def nested():
    process(work, 2)


def process(target, *arguments):
    child = multiprocessing.Process(target=target, args=arguments)
    child.start()
    child.join()
    print(target.__name__, child.exitcode, flush=True)


def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(work(4))
    print("forked", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def thread():
    made = threading.Thread(target=fork)
    made.start()
    made.join()


if __name__ == "__main__":
    process(work, 3)
    process(fail, 4)
    process(nested)
    thread()
    thread()
    work(1)
