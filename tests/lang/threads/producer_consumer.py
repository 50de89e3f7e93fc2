"""Queues and conditions between threads: everything arrives once, in order for each
producer."""
import collections
import queue
import threading


def produce(q, name, count):
    for i in range(count):
        q.put((name, i))
    q.put(None)


def consume(q, producers):
    got = collections.defaultdict(list)
    while producers:
        item = q.get()
        if item is None:
            producers -= 1
        else:
            got[item[0]].append(item[1])
        q.task_done()
    return got


q = queue.Queue(maxsize=3)
threads = [threading.Thread(target=produce, args=(q, name, 200)) for name in "abc"]
for t in threads:
    t.start()
got = consume(q, len(threads))
q.join()
for t in threads:
    t.join()
print({name: got[name] == list(range(200)) for name in sorted(got)})


class Bounded:
    """A buffer of its own, on a Condition."""

    def __init__(self, size):
        self.items, self.size = [], size
        self.changed = threading.Condition()

    def put(self, item):
        with self.changed:
            self.changed.wait_for(lambda: len(self.items) < self.size)
            self.items.append(item)
            self.changed.notify_all()

    def get(self):
        with self.changed:
            self.changed.wait_for(lambda: self.items)
            item = self.items.pop(0)
            self.changed.notify_all()
            return item


b = Bounded(2)
t = threading.Thread(target=lambda: [b.put(i) for i in range(100)])
t.start()
print(sum(b.get() for _ in range(100)))
t.join()

for kind in queue.LifoQueue, queue.PriorityQueue, queue.SimpleQueue:
    q = kind()
    t = threading.Thread(target=lambda: [q.put(i) for i in (3, 1, 2)])
    t.start()
    t.join()
    print([q.get() for _ in range(3)])
try:
    q.get(timeout=0.01)
except queue.Empty:
    print("empty")
