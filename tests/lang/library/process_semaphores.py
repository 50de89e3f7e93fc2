"""_multiprocessing.SemLock and _posixshmem, alone and under multiprocessing."""
import _multiprocessing
import _posixshmem
import multiprocessing
import os
import signal
import threading
import time

SemLock = _multiprocessing.SemLock
NAME = f"/minipy-test-{os.getpid()}"
print(_multiprocessing.flags, SemLock.SEM_VALUE_MAX, dir(SemLock))


def tell(call):
    try:
        print(call())
    except Exception as problem:
        print(type(problem).__name__, str(problem).replace(NAME, "NAME"))


lock = SemLock(0, 1, 1, NAME, True)
print(lock.kind, lock.maxvalue, lock.name, type(lock.handle), lock._count(), lock._is_mine(), lock._get_value(), lock._is_zero())
print(lock.acquire(), lock.acquire(False), lock.acquire(timeout=5), lock._count(), lock._is_mine(), lock._is_zero())
for _ in range(4):
    tell(lock.release)
with lock as held:
    print(held, lock._count())
lock.acquire()
lock._after_fork()
print(lock._count(), lock.acquire(False))
counter = SemLock(1, 2, 3, NAME, True)
print(counter.acquire(), counter.acquire(True, None), counter.acquire(True, 0.05), counter.acquire(False), counter.acquire(True, -3))
for _ in range(5):
    tell(counter.release)
kept = SemLock(1, 0, 5, NAME, False)
print(kept.name == NAME, kept._get_value())
other = SemLock._rebuild(0, 1, 5, NAME)
other.release()
print(kept._get_value(), other.name == NAME)
tell(lambda: SemLock(1, 0, 5, NAME, False))
tell(lambda: _multiprocessing.sem_unlink(NAME))
tell(lambda: _multiprocessing.sem_unlink(NAME))
tell(lambda: SemLock._rebuild(0, 1, 5, NAME))
for bad in ((2, 1, 1, NAME, True), (0, 1, 1, 3, True), (0, 1, 1, "a\0b", True), ("0", 1, 1, NAME, True), (0, 1, 1, NAME), (0, -1, 1, NAME, True)):
    tell(lambda: SemLock(*bad))
tell(lambda: lock.acquire(timeout="x"))

print("waits")
start = time.monotonic()
print(kept.acquire(), kept.acquire(timeout=0.1), time.monotonic() - start >= 0.1)
threading.Timer(0.05, kept.release).start()
print(kept.acquire(timeout=20), kept._is_mine())
seen = []
signal.signal(signal.SIGALRM, lambda *_: seen.append("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.05)
print(kept.acquire(timeout=0.2), seen)


def raises(*_):
    raise InterruptedError("by a handler")


signal.signal(signal.SIGALRM, raises)
signal.setitimer(signal.ITIMER_REAL, 0.05)
tell(kept.acquire)

print("shared memory")
fd = _posixshmem.shm_open(NAME, os.O_CREAT | os.O_RDWR, mode=0o600)
os.ftruncate(fd, 10)
os.write(fd, b"hello")
again = _posixshmem.shm_open(path=NAME, flags=os.O_RDONLY)
print(os.read(again, 20), os.get_inheritable(again))
tell(lambda: _posixshmem.shm_open(NAME, os.O_CREAT | os.O_EXCL))
tell(lambda: _posixshmem.shm_unlink(NAME))
tell(lambda: _posixshmem.shm_unlink(NAME))
tell(lambda: _posixshmem.shm_open(5, 0))
os.close(fd)
os.close(again)


def work(queue, lock, number):
    with lock:
        queue.put((number, number ** 2))


def double(n):
    return 2 * n


def fails(n):
    raise KeyError(n)


print("processes")
queue, guard = multiprocessing.Queue(), multiprocessing.Lock()
processes = [multiprocessing.Process(target=work, args=(queue, guard, i)) for i in range(4)]
for process in processes:
    process.start()
print(sorted(queue.get() for _ in processes))
for process in processes:
    process.join()
print([process.exitcode for process in processes], guard, multiprocessing.RLock(), multiprocessing.Semaphore(3))
with multiprocessing.Pool(2) as pool:
    print(pool.map(double, range(10)), pool.apply(double, (4,)), list(pool.imap(double, range(3))))
    tell(lambda: pool.apply(fails, (1,)))
event, condition = multiprocessing.Event(), multiprocessing.Condition()
process = multiprocessing.Process(target=event.wait, args=(20,))
process.start()
event.set()
print(process.join(), process.exitcode)
with condition:
    print(condition.wait(0.01))
