"""Who waits for a lock gets it: while the one that released it computes on, takes it again and again, calls C
for long, or forks; with time-outs, and handed from thread to thread in line."""
import _thread
import os
import queue
import threading
import time


def compute(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(50))


# Released, and the vm's lock not given up for long: who waits runs after a switch, not at the end.
lock, got = threading.Lock(), []
lock.acquire()
waiter = threading.Thread(target=lambda: (lock.acquire(), got.append(time.monotonic()), lock.release()))
waiter.start()
time.sleep(0.02)
start = time.monotonic()
lock.release()
compute(0.6)
print("while another computes:", got[0] - start < 0.5)
waiter.join()


# Taken again at once, always: the one that waits is handed it in the end.
def greedy():
    while not stop:
        with lock:
            compute(0.002)


stop, count = [], 0
threads = [threading.Thread(target=greedy) for _ in range(2)]
for thread in threads:
    thread.start()
for _ in range(5):
    count += lock.acquire(timeout=20)
    lock.release()
stop.append(1)
for thread in threads:
    thread.join()
print("beside greedy ones:", count)

# A ball between two, and through a line of ten.
here, there = threading.Lock(), threading.Lock()
here.acquire(), there.acquire()


def back():
    for _ in range(500):
        here.acquire()
        there.release()


thread = threading.Thread(target=back)
thread.start()
for _ in range(500):
    here.release()
    there.acquire()
thread.join()
queues = [queue.SimpleQueue() for _ in range(11)]


def hand_on(i):
    for _ in range(50):
        queues[i + 1].put(queues[i].get() + 1)


threads = [threading.Thread(target=hand_on, args=(i,)) for i in range(10)]
for thread in threads:
    thread.start()
for i in range(50):
    queues[0].put(i)
print("in line:", [queues[10].get() for _ in range(50)] == list(range(10, 60)))
for thread in threads:
    thread.join()

# Many wait for one RLock; each has it once. Time-outs that end, and one that does not.
again, order = threading.RLock(), []


def once(i):
    with again, again:
        order.append(i)


again.acquire()
threads = [threading.Thread(target=once, args=(i,)) for i in range(20)]
for thread in threads:
    thread.start()
print("while it is held:", order, threading.Lock().acquire(timeout=0.01))
again.release()
for thread in threads:
    thread.join()
print("then:", sorted(order) == list(range(20)))
lock.acquire()
late = []
threads = [threading.Thread(target=lambda: late.append(lock.acquire(timeout=0.02))) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("late:", late, lock.locked())
lock.release()
print("and free:", lock.acquire(False), lock.locked())
lock.release()
empty = queue.SimpleQueue()
try:
    empty.get(timeout=0.01)
except queue.Empty:
    print("empty")

# In the child of a fork nobody waits any more; the lock is as it was.
lock.acquire()
threads = [threading.Thread(target=lambda: (lock.acquire(), lock.release())) for _ in range(3)]
for thread in threads:
    thread.start()
time.sleep(0.02)
child = os.fork()
if child == 0:
    held = lock.locked()
    lock.release()
    fine = held and lock.acquire(timeout=1) and not lock.acquire(timeout=0.01)
    lock.release()
    os._exit(0 if fine and not lock.locked() else 1)
print("in the child:", os.waitpid(child, 0)[1])
lock.release()
for thread in threads:
    thread.join()

# Nobody else is there, and a time-out ends the wait all the same.
alone = _thread.allocate_lock()
print("alone:", alone.acquire(), alone.acquire(timeout=0.01), alone.acquire(False), alone.release())
try:
    alone.release()
except RuntimeError as error:
    print(error)
