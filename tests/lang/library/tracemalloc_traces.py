"""tracemalloc: which line took a block, how many frames, sizes, filters, comparisons, and what is forgotten when."""
import os
import sys
import threading
import tracemalloc

HERE = os.path.basename(__file__)


class Thing:
    __slots__ = "held", "__weakref__"

    def __init__(self):
        self.held = None


def lines_of(thing):
    traceback = tracemalloc.get_object_traceback(thing)
    return traceback and [frame.lineno for frame in traceback if os.path.basename(frame.filename) == HERE]


def one_line():
    return [b"x" * 1000, (Thing(), "a" + str(os)), {"k": Thing()}]


def many_lines(n):
    made = [
        bytearray(n),
        Thing(
        ),
    ]
    made.append(
        "x" * n)
    made += [b"y" * (n + i)
             for i in range(2)]
    return made


def recursive(depth):
    return recursive(depth - 1) if depth else Thing()


def generator():
    yield Thing()
    yield Thing()


print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit(), tracemalloc.get_traced_memory())
print(tracemalloc.get_object_traceback(Thing()), tracemalloc._get_traces())
before = Thing()
tracemalloc.start(6)
print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit(), lines_of(before))
tracemalloc.start(2)
print("limit stays", tracemalloc.get_traceback_limit())

held = one_line()
for thing in held[0], held[1][0], held[2]["k"]:
    print(lines_of(thing))
for thing in many_lines(5000):
    print(type(thing).__name__, lines_of(thing))
print(lines_of(recursive(9)), lines_of(5), lines_of(None), lines_of(Thing))
print([lines_of(thing) for thing in generator()])
traceback = tracemalloc.get_object_traceback(recursive(9))
print(len(traceback), traceback.total_nframe, traceback[0] < traceback[-1], str(traceback).endswith(":40"))

# sizes, those that grow
size = sys.getsizeof(b"") + 100_000
tracemalloc.clear_traces()
print(tracemalloc.get_traced_memory(), lines_of(held))
block = b"z" * 100_000
now, peak = tracemalloc.get_traced_memory()
print(0 <= now - size < 2000, 0 <= peak - now < 2000)
sizes = [row[1] for row in tracemalloc._get_traces() if row[1] >= 100_000]
print(sizes == [size])
del block
now, peak = tracemalloc.get_traced_memory()
print(now < 5000, peak >= size)
tracemalloc.reset_peak()
print(tracemalloc.get_traced_memory()[1] < 5000)
grown = bytearray(10)
grown.extend(bytes(200_000))
print(200_000 <= tracemalloc.get_traced_memory()[0] < 230_000)
del grown
print(tracemalloc.get_traced_memory()[0] < 10_000)

# snapshots
first = tracemalloc.take_snapshot()
kept = [Thing() for _ in range(1000)]
kept_line = sys._getframe().f_lineno - 1
second = tracemalloc.take_snapshot()
mine = [tracemalloc.Filter(True, __file__), tracemalloc.Filter(False, tracemalloc.__file__)]
top = second.filter_traces(mine).compare_to(first.filter_traces(mine), "lineno")[0]
print(top.traceback[0].lineno == kept_line, top.count_diff in range(1000, 1010), top.size_diff > 30_000)
by_file = second.filter_traces(mine).statistics("filename")
print([os.path.basename(s.traceback[0].filename) for s in by_file])
cumulative = second.filter_traces(mine).statistics("lineno", cumulative=True)
print(any(s.traceback[0].lineno == kept_line and s.count >= 1000 for s in cumulative))
print({row[0] for row in tracemalloc._get_traces()}, tracemalloc.get_tracemalloc_memory() > 0)

# another thread has a stack of its own
found = []
thread = threading.Thread(target=lambda: found.append(lines_of(Thing())))
thread.start()
thread.join()
print(found)

tracemalloc.stop()
print(tracemalloc.is_tracing(), tracemalloc.get_traced_memory(), tracemalloc.get_object_traceback(kept), tracemalloc._get_traces())
try:
    tracemalloc.take_snapshot()
except RuntimeError as e:
    print(e)
for frames in 0, 65536, "x", 1.5:
    try:
        tracemalloc.start(frames)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
tracemalloc.start()
print(tracemalloc.get_traceback_limit())
# left on to the end
