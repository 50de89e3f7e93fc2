"""What each thread has of its own: handled exception, recursion depth, trace and profile
functions, context, asynchronous generator hooks."""
import contextvars
import sys
import threading


def in_thread(f, *args):
    result = []
    t = threading.Thread(target=lambda: result.append(f(*args)))
    t.start()
    t.join()
    return result[0]


var = contextvars.ContextVar("var", default="default")
var.set("main")
try:
    raise KeyError("main")
except KeyError:
    print(sys.exc_info()[0], in_thread(sys.exc_info))
    print(in_thread(var.get), var.get())


def depth():
    try:
        return 1 + depth()
    except RecursionError:
        return 1


def deep(n):
    return deep(n - 1) if n else in_thread(depth)


print(abs(deep(200) - deep(0)) < 50)


def set_all():
    sys.setprofile(lambda *args: None)
    sys.set_asyncgen_hooks(firstiter=print)
    sys.set_coroutine_origin_tracking_depth(3)
    return sys.getprofile() is not None, sys.get_coroutine_origin_tracking_depth()


print(in_thread(set_all), sys.getprofile(), sys.get_asyncgen_hooks().firstiter,
      sys.get_coroutine_origin_tracking_depth())

events = []


def tracer(frame, event, arg):
    if frame.f_code.co_name == "traced":
        events.append((event, frame.f_lineno - frame.f_code.co_firstlineno,
                       threading.current_thread().name))
        return tracer
    return None


def traced():
    x = 1
    return x


threading.settrace(tracer)
t = threading.Thread(target=traced, name="traced-thread")
t.start()
t.join()
threading.settrace(None)
traced()
print(events, threading.gettrace())

stop, ready = threading.Event(), threading.Event()


def handling():
    try:
        raise ValueError("in thread")
    except ValueError:
        ready.set()
        stop.wait()


t = threading.Thread(target=handling)
t.start()
ready.wait()
frames, exceptions = sys._current_frames(), sys._current_exceptions()
names = []
f = frames[t.ident]
while f:
    names.append(f.f_code.co_name)
    f = f.f_back
print("handling" in names, frames[threading.get_ident()] is sys._getframe())
print(exceptions[t.ident][0], exceptions[t.ident][1], exceptions[threading.get_ident()])
stop.set()
t.join()
print(t.ident in sys._current_frames())


def gen():
    yield threading.current_thread().name
    yield threading.current_thread().name


g = gen()
print(next(g) == threading.current_thread().name, in_thread(next, g).startswith("Thread-"))
