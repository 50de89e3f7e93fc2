"""Locks, queues and locals where few ask: waits that are too long, states given back, descriptors of a local's class."""
import _queue
import _thread
import sys
import threading


def said(action):
    try:
        return action()
    except BaseException as e:
        return type(e).__name__, str(e)


TOO_LONG = 9223372037.5  # more than TIMEOUT_MAX, and less than what a C long of nanoseconds is
lock, rlock, queue = _thread.allocate_lock(), _thread.RLock(), _queue.SimpleQueue()
for wait in TOO_LONG, 9.3e9, 1e19, float("nan"), float("inf"), -2, -0.5, "1", 10**30, -10**400, True:
    print(wait, said(lambda: lock.acquire(True, wait)), said(lambda: rlock.acquire(timeout=wait)), said(lambda: queue.get(timeout=wait)))
    rlock._is_owned() and rlock.release()
    while lock.locked():
        lock.release()
for args in ((), (1,), ((1,),), (("a", 1),), ((1, "a"),), ((1, None),), ((1, 2, 3),), ([1, 2],), ((-1, 1),), ((1, -1),), ((2**70 + 1, -2**70),), ("ab",), (b"ab",), ({1: 2},), (None,), (range(2),)):
    print(args, said(lambda: _thread.RLock()._acquire_restore(*args)))

full = _thread.RLock()
full._acquire_restore((2**64 - 1, _thread.get_ident()))
print(said(full.acquire), said(full._release_save)[0] == 2**64 - 1, said(full.release), said(full._release_save))

# What another thread has is waited for.
begun, may_end = threading.Event(), threading.Event()


def hold():
    with rlock:
        begun.set()
        may_end.wait()


holder = threading.Thread(target=hold)
while rlock._is_owned():
    rlock.release()
holder.start()
begun.wait()
threading.Timer(0.02, may_end.set).start()
rlock._acquire_restore((2, _thread.get_ident()))
print(holder.join(), rlock._is_owned(), rlock._release_save()[0], rlock._is_owned())

# A queue that was long gives its room back.
for i in range(5000):
    queue.put(i)
print(sum(queue.get() for i in range(5000)), queue.qsize(), said(lambda: queue.get(False)))
print(said(lambda: queue.get(1, 2, 3)), said(lambda: queue.get("a", 0.01)), said(lambda: queue.get(float("nan"), 0.001)))


class Both:
    def __get__(self, o, cls):
        return "got", o is None, cls.__name__

    def __set__(self, o, value):
        print("set", value)

    def __delete__(self, o):
        print("deleted")


class Getter:
    def __get__(self, o, cls):
        return "only got"


class Data(threading.local):
    both, getter, plain = Both(), Getter(), "plain"

    def method(self):
        return "method"


data = Data()
data.both = 1
del data.both
print(data.both, data.getter, data.plain, data.method(), Data.both)
data.getter, data.plain = "own", "own plain"
print(data.getter, data.plain, sorted(data.__dict__))
print(sorted(_thread._local.__dict__), sorted(Data.__dict__), vars(data), said(lambda: _thread._local(1)), said(lambda: _thread._local(a=1)))
print(said(lambda: setattr(data, "__dict__", {})), said(lambda: delattr(data, "nothing")), said(lambda: data.nothing))

print(said(lambda: _thread.interrupt_main("x")), said(lambda: _thread.interrupt_main(65)), said(lambda: _thread.interrupt_main(0)))
print(said(lambda: _thread.stack_size(-1)), said(lambda: _thread.stack_size(100)), said(lambda: _thread.stack_size("a")), _thread.stack_size(0))


def interrupted():
    try:
        _thread.interrupt_main()
        for i in range(10**6):
            pass
    except KeyboardInterrupt as e:
        return repr(e)


print(interrupted())
sys.stdout.flush()
