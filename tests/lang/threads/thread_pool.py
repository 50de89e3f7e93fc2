"""concurrent.futures on threads: results, exceptions, cancelling, timeouts."""
import concurrent.futures as cf
import threading


def square(n):
    if n == 5:
        raise ValueError("five")
    return n * n


with cf.ThreadPoolExecutor(3, thread_name_prefix="pool") as pool:
    print(list(pool.map(square, range(5))))
    futures = {pool.submit(square, n): n for n in range(8)}
    results = {}
    for f in cf.as_completed(futures):
        results[futures[f]] = repr(f.exception()) if f.exception() else f.result()
    print(sorted(results.items(), key=lambda item: item[0]))
    names = {pool.submit(lambda: threading.current_thread().name).result()
             for _ in range(5)}
    print(all(name.startswith("pool_") for name in names))

gate = threading.Event()
with cf.ThreadPoolExecutor(1) as pool:
    first = pool.submit(gate.wait)
    second = pool.submit(square, 2)
    try:
        second.result(timeout=0.01)
    except TimeoutError:
        print("timeout", first.running(), second.running(), second.done())
    print(second.cancel(), second.cancelled(), first.cancel())
    gate.set()
    print(first.result())
    done, waiting = cf.wait([first, second])
    print(len(done), len(waiting))
try:
    pool.submit(square, 1)
except RuntimeError as e:
    print(e)
with cf.ThreadPoolExecutor(1, initializer=lambda: print("initializer")) as pool:
    print(pool.submit(square, 9).result())
