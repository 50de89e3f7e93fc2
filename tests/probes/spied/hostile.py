"""As unquiet as a program can be, for so many seconds: threads that come and go, deep recursion that ends
in RecursionError, code that is made and dropped, generators, collections, changing locals; and it execs
itself now and then. Its exit status is 7.   hostile.py SECONDS [END]"""
import gc
import os
import random
import sys
import threading
import time

end = float(sys.argv[2]) if len(sys.argv) > 2 else time.time() + float(sys.argv[1])
exec_at = time.time() + 1.5


def recurse(n, *args, **more):
    x = [n] * (n % 7)
    return recurse(n + 1, *x, **{"a": x}) if n >= 0 else None


def overflow():
    try:
        recurse(0)
    except RecursionError:
        pass


def made_code():
    spaces = {}
    exec(f"def f{random.randrange(100)}(a, b=1):\n  c = {{a: b}}\n"
         "  return sorted([3, 1], key=lambda v: [v for w in range(50)])\n", spaces)
    spaces.popitem()[1]("x")


def generators():
    def walk(n):
        if n:
            yield from walk(n - 1)
        yield n
    gens = [walk(30) for _ in range(10)]
    for g in gens:
        next(g)
    sum(sum(g) for g in gens)


def locals_that_change():
    x = y = None
    for i in range(300):
        x, y = {i: [x] * 3}, (str(i) * 50, b"b" * i)
        if i % 10 == 0:
            x = y = i ** 50
    del x


def child():
    for _ in range(random.randrange(4)):
        random.choice([overflow, made_code, generators, locals_that_change])()


def main():
    while time.time() < min(end, exec_at):
        threads = [threading.Thread(target=child) for _ in range(6)]
        for t in threads:
            t.start()
        made_code()
        gc.collect()
        for t in threads:
            t.join()
    if time.time() < end:
        os.execv(sys.executable, [sys.executable, __file__, "0", str(end)])
    sys.exit(7)


main()
