"""What the soak runs for hours: threads that do random jobs, each of which knows its right answer.

    minipy tests/soak/work.py SEED FOLDER

A thread counts aloud, by sys.audit("soak.beat", n) with no number left out. It ends when its standard input does, and
prints how often each job ran; a job with a wrong answer ends it at once, with status 1.
"""
import asyncio
import collections
import gc
import http.client
import http.server
import importlib
import io
import itertools
import json
import os
import pickle
import queue
import random
import re
import socketserver
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import traceback
import weakref
import zlib

FOLDER = sys.argv[2]
JOBS, DONE = [], collections.Counter()
stopping = threading.Event()
importing = threading.Lock()  # of sys.modules' names, which a job chooses


def job(f):
    JOBS.append(f)
    return f


def check(got, wanted):
    if got != wanted:
        raise AssertionError(f"{got!r:.300} instead of {wanted!r:.300}")


# ---- servers ------------------------------------------------------------------------------------

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        answer = json.dumps({"path": self.path, "sum": sum(json.loads(data))}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    block_on_close = False


server = Server(("127.0.0.1", 0), Handler)


@job
def ask_server(rng):
    connection = http.client.HTTPConnection(*server.server_address, timeout=60)
    for _ in range(3):
        numbers = [rng.randrange(1000) for _ in range(50)]
        connection.request("POST", f"/{numbers[0]}", json.dumps(numbers))
        check(json.loads(connection.getresponse().read()), {"path": f"/{numbers[0]}", "sum": sum(numbers)})
        connection.close()


@job
def serve_by_asyncio(rng):
    async def echo(reader, writer):
        while line := await reader.readline():
            writer.write(line[::-1])
            await writer.drain()
        writer.close()

    async def ask(address, word):
        reader, writer = await asyncio.open_connection(*address)
        writer.write(word + b"\n")
        answer = await reader.readexactly(len(word) + 1)
        writer.close()
        return answer

    async def main():
        async with await asyncio.start_server(echo, "127.0.0.1", 0) as served:
            words = [rng.randbytes(9).hex().encode() for _ in range(4)]
            answers = await asyncio.gather(*(ask(served.sockets[0].getsockname(), w) for w in words))
            check(answers, [b"\n" + w[::-1] for w in words])
            await asyncio.sleep(0)
    asyncio.run(main())


# ---- threads and processes ----------------------------------------------------------------------

@job
def pass_on(rng):
    """Numbers through a chain of threads."""
    first = previous = queue.Queue(3)
    threads = []
    for _ in range(3):
        following = queue.Queue(3)

        def move(a=previous, b=following):
            while (n := a.get()) is not None:
                b.put(n + 1)
            b.put(None)
        threads.append(threading.Thread(target=move))
        previous = following
    feeder = threading.Thread(target=lambda: [first.put(n) for n in [*range(40), None]])
    for t in [feeder, *threads]:
        t.start()
    check(list(iter(previous.get, None)), list(range(3, 43)))
    for t in [feeder, *threads]:
        t.join()


@job
def begin_child(rng):
    n = rng.randrange(10**6)
    made = subprocess.run([sys.executable, "-S", "-c", f"print({n} * 3)"], capture_output=True, timeout=120)
    check((made.stdout, made.stderr, made.returncode), (b"%d\n" % (n * 3), b"", 0))


# ---- code ---------------------------------------------------------------------------------------

@job
def import_and_forget(rng):
    name = f"soaked{rng.randrange(30)}"
    value = rng.randrange(10**9)
    with importing:
        with open(os.path.join(FOLDER, name + ".py"), "w") as file:
            file.write(f"import sys\nclass A:\n    def f(self, x={value}): return x\nme = sys.modules[__name__]\n")
        importlib.invalidate_caches()
        made = importlib.import_module(name)
        check(made.A().f(), value)
        check(importlib.reload(made) is made.me, True)
        del sys.modules[name]


@job
def execute(rng):
    a, b = rng.randrange(1, 10**6), rng.choice(("range(n)", "[n] * 3", "(n, -n)"))
    names = {}
    exec(f"def f(n):\n    total = {a}\n    for x in {b}:\n        try:\n            total += [x][x % 2]\n        except IndexError as e:\n"
         f"            total -= len(str(e))\n    return total\nclass C:\n    g = lambda self: [f(i) for i in range(9)]\n", names)
    check(names["C"]().g(), [names["f"](i) for i in range(9)])
    check(eval(f"{a} + {a}"), 2 * a)
    try:
        compile(f"x = = {a}", "soak", "exec")
    except SyntaxError as e:
        check(e.lineno, 1)


# ---- memory -------------------------------------------------------------------------------------

class Node:
    def __init__(self, other=None):
        self.other = other


@job
def make_garbage(rng):
    gone, made = [], rng.randrange(1, 60)
    for _ in range(made):
        a = Node()
        a.other = Node(a)
        a.items = {1: [a], 2: (a.other, {a.other})}
        weakref.finalize(a, gone.append, 1)
    a = None
    gc.collect(rng.randrange(3))
    patience = time.monotonic() + 60
    while len(gone) < made and time.monotonic() < patience:  # another thread may be collecting
        gc.collect()
        time.sleep(0.001)
    check(len(gone), made)


@job
def raise_and_leave(rng):
    def dive(n):
        try:
            return dive(n - 1) if n else 1 // n
        finally:
            kept.append(n)
    kept = []
    try:
        dive(rng.randrange(1, 90))
    except ZeroDivisionError as e:
        depth = len(traceback.extract_tb(e.__traceback__))
    check(len(kept) + 1, depth)

    def numbers():
        try:
            yield from itertools.count()
        except KeyError:
            yield "caught"
    g = numbers()
    check([next(g) for _ in range(5)], list(range(5)))
    check(g.throw(KeyError()), "caught")


# ---- data ---------------------------------------------------------------------------------------

@job
def there_and_back(rng):
    value = {"n": rng.getrandbits(200), "x": rng.random(), "l": [rng.randbytes(20).hex() for _ in range(30)], "t": None}
    check(json.loads(json.dumps(value)), value)
    check(pickle.loads(pickle.dumps(value)), value)
    data = repr(value).encode()
    check(zlib.decompress(zlib.compress(data)), data)
    check(struct.unpack("<dI", struct.pack("<dI", value["x"], 7)), (value["x"], 7))
    check(re.sub(r"([0-9a-f]{2})", lambda m: m[1].upper(), value["l"][0]), value["l"][0].upper())
    check(io.TextIOWrapper(io.BytesIO(data)).read(), repr(value))


@job
def ask_sqlite(rng):
    base = sqlite3.connect(":memory:")
    base.create_function("twice", 1, lambda x: x * 2)
    base.execute("create table t(a, b)")
    rows = [(i, rng.randbytes(9)) for i in range(60)]
    base.executemany("insert into t values(?, ?)", rows)
    check(base.execute("select a, b from t order by a").fetchall(), rows)
    check(base.execute("select sum(twice(a)) from t").fetchone(), (60 * 59,))
    base.close()


# ---- the whole ----------------------------------------------------------------------------------

def end_badly():
    traceback.print_exc()
    sys.stderr.flush()
    os._exit(1)


def beat():
    for n in itertools.count():
        sys.audit("soak.beat", n)
        if stopping.is_set():
            break
        time.sleep(0.001)


def work(seed):
    rng = random.Random(seed)
    while not stopping.is_set():
        chosen = rng.choice(JOBS)
        try:
            chosen(rng)
        except BaseException:
            print("job", chosen.__name__, file=sys.stderr)
            end_badly()
        DONE[chosen.__name__] += 1
        time.sleep(rng.random() * 0.06)


def main():
    sys.path.insert(0, FOLDER)
    sys.dont_write_bytecode = True
    threading.excepthook = lambda args: end_badly()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    threads = [threading.Thread(target=work, args=(int(sys.argv[1]) * 10 + i,)) for i in range(4)]
    threads.append(threading.Thread(target=beat))
    for t in threads:
        t.start()
    print("ready", flush=True)
    sys.stdin.read()
    stopping.set()
    for t in threads:
        t.join()
    server.shutdown()
    print(json.dumps(DONE))


main()
