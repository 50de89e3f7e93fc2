"""Time goes to known places: half to heavy(), a quarter to light(), a quarter to a sleep."""
import sys
import time


def spin(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def heavy(seconds):
    spin(seconds)


def light(seconds):
    spin(seconds)


def waits(seconds):
    time.sleep(seconds)


turns, unit = (int(sys.argv[1]) if len(sys.argv) > 1 else 10), 0.01
for turn in range(turns):
    heavy(2 * unit)
    light(unit)
    waits(unit)
