"""Three quarters of the time in hot(), one in cold(); a thread sleeps, another waits."""
import threading
import time


def burn(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for i in range(200):
            i * i


def hot():
    burn(0.03)


def cold():
    burn(0.01)


def sleeper():
    time.sleep(1000)


def waiter():
    threading.Event().wait()


for target in sleeper, waiter:
    threading.Thread(target=target, daemon=True).start()
print("begun", flush=True)
while True:
    hot()
    cold()
