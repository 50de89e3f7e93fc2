"""Signals run their handlers in the main thread, also while it waits for another."""
import _thread
import os
import signal
import threading
import time

caught = []
signal.signal(signal.SIGUSR1, lambda n, f: caught.append(threading.current_thread().name))


def send():
    time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGUSR1)
    done.wait()


done = threading.Event()
t = threading.Thread(target=send)
t.start()
while not caught:
    time.sleep(0.01)
print(caught)


def refused():
    for f in (lambda: signal.signal(signal.SIGUSR1, signal.SIG_DFL),
              lambda: signal.set_wakeup_fd(-1)):
        try:
            f()
        except ValueError as e:
            print(e)


t2 = threading.Thread(target=refused)
t2.start()
t2.join()


def interrupt():
    time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)


t2 = threading.Thread(target=interrupt)
try:
    t2.start()  # here, because the signal may come before join() where the machine is busy
    t.join()
except KeyboardInterrupt:
    print("join interrupted")
done.set()
t.join()
t2.join()

lock = threading.Lock()
lock.acquire()
signal.signal(signal.SIGALRM, lambda *a: 1 / 0)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    lock.acquire()
except ZeroDivisionError:
    print("acquire interrupted")
signal.signal(signal.SIGALRM, lambda *a: caught.append("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.02)
print(lock.acquire(timeout=0.1), caught)

try:
    _thread.interrupt_main()
    time.sleep(1)
except KeyboardInterrupt:
    print("interrupted")
