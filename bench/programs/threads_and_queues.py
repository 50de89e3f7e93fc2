"""Work handed to threads: queues, pools, locks, conditions, values of each thread."""
import concurrent.futures
import queue
import threading

N = 7


def worker(jobs, done, local):
    local.count = 0
    while (job := jobs.get()) is not None:
        local.count += 1
        done.put((job, sum(i * i for i in range(job % 50))))
    done.put((None, local.count))


class Account:
    def __init__(self):
        self.lock, self.total = threading.Lock(), 0

    def add(self, value):
        with self.lock:
            self.total += value


def run(n):
    total = 0
    for _ in range(n):
        jobs, done, local = queue.Queue(20), queue.SimpleQueue(), threading.local()
        threads = [threading.Thread(target=worker, args=(jobs, done, local)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for i in range(200):
            jobs.put(i)
        for _ in threads:
            jobs.put(None)
        for thread in threads:
            thread.join()
        total += sum(value for _, value in (done.get() for _ in range(203)))
        account = Account()
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            list(pool.map(account.add, range(100)))
            futures = [pool.submit(pow, i, 3, 1009) for i in range(50)]
            total += sum(f.result() for f in concurrent.futures.as_completed(futures))
        total += account.total
        ready, turns = threading.Condition(), []
        waiting = threading.Thread(target=lambda: [wait(ready, turns, k) for k in range(20)])
        waiting.start()
        for k in range(20):
            with ready:
                turns.append(k)
                ready.notify()
        waiting.join()
        total += len(turns)
    return total


def wait(ready, turns, k):
    with ready:
        ready.wait_for(lambda: len(turns) > k)
