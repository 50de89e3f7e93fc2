"""Functions that run in several threads at once."""
import sys
import threading


def deep(n):
    return n and 1 + deep(n - 1)


def work(start, turns):
    start.wait()
    for _ in range(turns):
        deep(9)


turns = int(sys.argv[1]) if len(sys.argv) > 1 else 50
start = threading.Barrier(4)
threads = [threading.Thread(target=work, args=(start, turns)) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
