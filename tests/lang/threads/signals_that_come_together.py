"""Several signals at once, whose handlers raise: each is handled; a wakeup descriptor that fails meanwhile; handlers that are no functions."""
import os
import signal
import sys
import threading

seen = []
ALL = [signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGALRM]


def handler(number, frame):
    """Raises the first time."""
    seen.append(signal.Signals(number).name)
    if len(seen) == 1:
        raise ValueError(seen[0])


def quiet(number, frame):
    seen.append(signal.Signals(number).name)


def together():
    signal.pthread_sigmask(signal.SIG_BLOCK, ALL)
    for number in ALL:
        os.kill(os.getpid(), number)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ALL)
        for i in range(1000):
            pass
        return "nothing"
    except ValueError as e:
        return str(e)


for handlers in [handler] * 4, [quiet] * 4, [handler, quiet, signal.SIG_IGN, handler], [quiet, handler, quiet, signal.SIG_IGN]:
    for number, f in zip(ALL, handlers):
        signal.signal(number, f)
    print(together(), seen)
    seen.clear()

# Nobody reads what says that a signal came, and the handler raises.
sys.unraisablehook = lambda e: print("unraisable:", e.exc_type.__name__, e.exc_value, e.err_msg, e.object)
sys.stderr = sys.stdout
reads, writes = os.pipe()
os.set_blocking(writes, False)
os.close(reads)
signal.set_wakeup_fd(writes)
for f in handler, quiet:
    seen.clear()
    signal.signal(signal.SIGUSR1, f)
    try:
        signal.raise_signal(signal.SIGUSR1)
        for i in range(1000):
            pass
        print("nothing")
    except ValueError as e:
        print("raised", e, repr(e.__context__))
sys.stderr = None
signal.raise_signal(signal.SIGUSR1)
sys.stderr = sys.stdout
print(signal.set_wakeup_fd(-1) == writes)
os.close(writes)

# Threads that signals are not for.
seen.clear()
signal.signal(signal.SIGUSR1, handler)
said = []


def in_thread():
    try:
        signal.raise_signal(signal.SIGUSR1)
        for i in range(1000):
            pass
        said.append("the thread goes on")
    except ValueError:
        said.append("not here")


thread = threading.Thread(target=in_thread)
try:
    thread.start()
    thread.join()
    for i in range(1000):
        pass
    said.append("nothing came")
except ValueError as e:
    said.append(f"to the main thread: {e}")
thread.join()
print(sorted(said))  # it may be told while the thread still runs
for wrong in (signal.SIGKILL, quiet), (signal.SIGUSR1, 5), (signal.SIGUSR1, None), (65, quiet), (0, quiet):
    try:
        print(signal.signal(*wrong))
    except (OSError, ValueError, TypeError) as e:
        print(type(e).__name__, e)
