"""Three quarters of the work in hot(), one in cold(); a thread sleeps, another waits."""
import threading
import time


def burn(n):
    for i in range(n):
        i * i


def hot():
    burn(30000)


def cold():
    burn(10000)


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
