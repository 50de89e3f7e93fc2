"""At the end the others are joined, daemons are not; atexit functions run in between."""
import atexit
import sys
import threading
import time


def last():
    ending.wait()
    print("joined thread ends", flush=True)


def forever(lock):
    with lock:
        print("daemon stays", flush=True)


def spin():
    while True:
        pass


ending = threading.Event()
atexit.register(lambda: print("atexit"))
threading._register_atexit(lambda: (print("threading atexit", flush=True), ending.set()))
lock = threading.Lock()
lock.acquire()
for target, args in (forever, (lock,)), (time.sleep, (1000,)), (spin, ()):
    threading.Thread(target=target, args=args, daemon=True).start()
threading.Thread(target=last).start()
threading.Thread(target=sys.stdin.read, daemon=True) and print("main ends")
