# How long functions wait: NaN, what is beyond the clocks' nanoseconds or an int of milliseconds, what is no number, what is negative.
import _queue, _thread, faulthandler, os, select, signal, socket, threading, time


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Real(float):
    pass


def tell(name, call, *args):
    try:
        print(name, call(*args))
    except Exception as e:
        print(name, type(e).__name__, e)


r, w = os.pipe()
os.write(w, b"a")
poll, epoll = select.poll(), select.epoll()
poll.register(r)
epoll.register(r, select.EPOLLIN)
held = threading.Lock()
held.acquire()
again = threading.RLock()
for v in (float("nan"), float("inf"), -float("inf"), 1e300, -1e300, 2**63, -2**63, 2**70, -2**70, 1e18, 9.3e18, 9.3e9, "a", b"", Index(1), Index("a"),
          Index(2**70), Real(.001), Real("nan"), True, None, [], 1j, 2**31, 2**31 * 1000, -1, -1.5, -0.0, 0.0001):
    print("--", "Index %r" % v.n if isinstance(v, Index) else repr(v))
    waits = v is None or isinstance(v, Index) or isinstance(v, (int, float)) and v >= 0
    tell("select", lambda: select.select([r], [], [], v)[0] == [r])
    tell("poll", lambda: len(poll.poll(v)))
    tell("epoll", lambda: len(epoll.poll(v)))
    tell("try", held.acquire, False, v)
    tell("rlock", again.acquire, True, v)
    tell("condition", lambda: threading.Condition(again).wait_for(lambda: 1, v))
    tell("settimeout", lambda: socket.socket().settimeout(v))
    tell("default", socket.setdefaulttimeout, v)
    socket.setdefaulttimeout(None)
    tell("setitimer", signal.setitimer, signal.ITIMER_REAL, 0, v)
    tell("clock_settime", time.clock_settime, 99, v)
    tell("utime", lambda: os.utime("/nosuch", (v, v)))
    tell("utime ns", lambda: os.utime("/nosuch", ns=(v, v)))
    tell("get", lambda: _queue.SimpleQueue().get(False, v))
    if not waits:
        tell("sleep", time.sleep, v)
        tell("sigtimedwait", signal.sigtimedwait, [signal.SIGUSR1], v)
        if v != -1:
            tell("acquire", held.acquire, True, v)
        tell("event", lambda: threading.Event().wait(v))
        tell("get and wait", lambda: _queue.SimpleQueue().get(True, v))
    if not waits or v != v:
        tell("dump_traceback_later", faulthandler.dump_traceback_later, v)
    if not isinstance(v, (int, Index)):
        tell("alarm", signal.alarm, v)
        tell("stack_size", _thread.stack_size, v)
