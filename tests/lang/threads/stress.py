"""Threads that switch as often as they can while the collector runs, exceptions fly,
generators and contexts change hands, threads start and end. Prints sums."""
import contextvars
import gc
import queue
import sys
import threading
import weakref

sys.setswitchinterval(1e-6)
gc.set_threshold(50, 5, 5)
ROUNDS = 100
var = contextvars.ContextVar("var")
shared = {"dict": {}, "list": []}
refs = []


class Node:
    def __init__(self, n):
        self.me, self.n = self, n

    def __del__(self):
        self.n += 1


def cycles(n):
    for i in range(n):
        node = Node(i)
        if i % 10 == 0:
            refs.append(weakref.ref(node, lambda r: None))
    return n


def raise_and_catch(n):
    total = 0
    for i in range(n):
        try:
            try:
                raise KeyError(i)
            except KeyError as e:
                raise ValueError(e.args[0]) from e
        except ValueError as e:
            total += e.args[0] + (type(e.__cause__) is KeyError)
    return total


def numbers(n):
    for i in range(n):
        yield i


def generators(n):
    return sum(x for x in numbers(n)) + sum(sorted(numbers(n), key=lambda x: -x))


def contexts(n):
    def inner(i):
        var.set(i)
        return var.get()

    return sum(contextvars.copy_context().run(inner, i) for i in range(n))


def changes(n):
    me = threading.get_ident()
    for i in range(n):
        shared["dict"][me, i] = [i]
        shared["list"].append(i)
    for i in range(n):
        del shared["dict"][me, i]
    return n


def recursion(n):
    def down(k):
        return 1 + down(k - 1) if k else 0

    return sum(down(50) for _ in range(n // 10))


def text(n):
    return len("".join(f"{i}:{i * i!r}," for i in range(n)))


def classes(n):
    total = 0
    for i in range(n // 10):
        cls = type("C", (), {"x": i, "f": lambda self: self.x})
        total += cls().f()
    return total


JOBS = [cycles, raise_and_catch, generators, contexts, changes, recursion, text, classes]
local = threading.local()


def worker(job, out):
    local.count = 0
    for _ in range(3):
        out.put((job.__name__, job(ROUNDS)))
        local.count += 1
    out.put((job.__name__, local.count))


out = queue.Queue()
for _ in range(2):
    threads = [threading.Thread(target=worker, args=(job, out)) for job in JOBS * 2]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
results = {}
while not out.empty():
    name, n = out.get()
    results.setdefault(name, set()).add(n)
print(sorted((name, sorted(ns)) for name, ns in results.items()))
print(len(shared["dict"]), len(shared["list"]) == ROUNDS * 12)
gc.collect()
print(any(r() for r in refs))
