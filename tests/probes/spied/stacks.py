"""Threads that stand still in many ways; each has told its stack before, newest frame first.

A line of the output is JSON: [the thread's name, [[file, line, qualified name], ...]]. With "abort" the
process then ends by SIGABRT. After all have told comes the word "standing".
"""
import functools
import json
import os
import sys
import threading
import time

told = threading.Semaphore(0)
printing = threading.Lock()


def stand(stop=True):
    """Tells the caller's stack and stays on the caller's line for good."""
    frame, stack = sys._getframe(1), []
    while frame:
        stack.append([frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_qualname])
        frame = frame.f_back
    with printing:
        print(json.dumps([threading.current_thread().name, stack]), flush=True)
    told.release()
    return stop and stop_here


stop_here = functools.partial(time.sleep, 1000)


def plain():
    stand()()


def recursion(n=300):
    return stand()() if n == 0 else recursion(n - 1)


def deep(n=3000):
    if n:
        deep(n - 1)
    else:
        stand()()


def c_frames():
    def key(x):
        return list(map(lambda y: max([y], key=innermost), [x]))

    def innermost(z):
        return stand()()
    sorted([3], key=key)


def generators():
    def inner(n):
        yield from (inner(n - 1) if n else standing())

    def standing():
        yield stand()()
    for x in inner(5):
        yield x


def comprehension():
    return [y for y in [next(x for x in generators())]]


class Awaited:
    def __await__(self):
        stand()()
        yield


async def outer():
    async with Manager():
        await Awaited()


class Manager:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass


def coroutine():
    outer().send(None)


class Naïveté:
    @functools.lru_cache
    def 関数(self, параметр):
        return self[параметр]

    def __getitem__(self, key):
        return self + key

    def __radd__(self, other):
        try:
            raise ValueError
        except ValueError:
            with self:
                pass

    __add__ = __radd__

    def __enter__(self):
        exec(compile("\n\n(lambda: [stand()()\n       for x in 'a'])()", "<strïng \U0001f600>", "exec"))

    def __exit__(self, *error):
        pass


def names():
    Naïveté().関数(1)


class Finalized:
    def __del__(self):
        stand()()


def finalizer():
    def leaving():
        value = Finalized()
        return None
    leaving()


def class_body():
    class A:
        class B:
            x = stand()()


def multiple_lines():
    return recursion(
        n=len([
            1,
        ]))


def hook():
    class Meta(type):
        def __call__(cls, *args):
            return super().__call__(*args)

    class Made(metaclass=Meta):
        def __init__(self):
            self.x

        def __getattr__(self, name):
            return stand()()
    Made()


def coming_and_going():
    while True:
        t = threading.Thread(target=lambda: None)
        t.start()
        t.join()
        time.sleep(0.001)


WAYS = [plain, recursion, deep, c_frames, comprehension, coroutine, names, finalizer, class_body,
        multiple_lines, hook]


def main():
    sys.setrecursionlimit(30000)
    for way in WAYS:
        threading.Thread(target=way, name=way.__name__, daemon=True).start()
    threading.Thread(target=coming_and_going, name="coming", daemon=True).start()
    for _ in WAYS:
        told.acquire()
    if "abort" in sys.argv:
        c = stand(False); print("standing", flush=True); os.abort()
    c = stand(); print("standing", flush=True); c()


main()
