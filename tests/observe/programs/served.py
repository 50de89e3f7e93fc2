"""Goes on until it is ended: one thread computes, the main one sleeps."""
import threading
import time


def discount(price):
    return price * 9 // 10


def total(count):
    result = 0
    for number in range(count):
        result += discount(number)
    return result


def work():
    while True:
        total(10_000)


threading.Thread(target=work, name="worker", daemon=True).start()
for waited in range(600):
    time.sleep(1)
