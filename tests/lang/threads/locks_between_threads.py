"""Lock, RLock, Semaphore, Event, Barrier and Timer with a second thread."""
import _thread
import threading


def in_thread(f, *args):
    result = []
    t = threading.Thread(target=lambda: result.append(f(*args)))
    t.start()
    t.join()
    return result[0] if result else None


lock = threading.Lock()
lock.acquire()
print(in_thread(lock.acquire, False), in_thread(lock.acquire, True, 0.01))
in_thread(lock.release)
print(lock.locked(), in_thread(lock.acquire, False), lock.locked())

r = threading.RLock()
with r, r:
    print(r._is_owned(), in_thread(r._is_owned), in_thread(r.acquire, False))


def release(lock):
    try:
        lock.release()
    except RuntimeError as e:
        return str(e)


with r:
    print(in_thread(release, r))
print(release(r))
r.acquire()
state = r._release_save()
print(in_thread(r.acquire, False), state[0])  # that thread is gone and keeps it
r2 = _thread.RLock()
with r2, r2:
    state = r2._release_save()
    print(r2._is_owned())
    r2._acquire_restore(state)
    print(r2._is_owned(), state == (2, threading.get_ident()))

s = threading.Semaphore(2)
print(in_thread(s.acquire), s.acquire(), in_thread(s.acquire, True, 0.01))
e = threading.Event()
print(e.wait(0.01), in_thread(e.set), e.wait())

order = []
barrier = threading.Barrier(3, action=lambda: order.append("action"))


def pass_barrier():
    barrier.wait()
    order.append("passed")


threads = [threading.Thread(target=pass_barrier) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(order)
barrier = threading.Barrier(2, timeout=0.01)
try:
    barrier.wait()
except threading.BrokenBarrierError:
    print("broken", barrier.broken)

fired = threading.Event()
t = threading.Timer(0.01, fired.set)
t.start()
print(fired.wait())
t = threading.Timer(100, fired.clear)
t.start()
t.cancel()
t.join()
print(fired.is_set())

# each takes both locks, in one order
a, b, total = threading.Lock(), threading.RLock(), 0


def count():
    global total
    for _ in range(300):
        with a:
            with b:
                total += 1


threads = [threading.Thread(target=count) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(total)
