"""tracemalloc: the memory of imported code was taken by the import, whoever is the first to call it."""
import sys
import tracemalloc


def import_anew():
    sys.modules.pop("textwrap", None)
    import textwrap
    return textwrap


def call_all(textwrap):
    textwrap.fill("a b-c d" * 9, 20)  # the wrapper, eight methods


call_all(import_anew())
before = import_anew()
tracemalloc.start(25)
call_all(before)
print("imported before:", tracemalloc.get_traced_memory()[0] < 6000)
tracemalloc.clear_traces()
call_all(import_anew())
called = call_all.__code__.co_firstlineno + 1
traces = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, __file__, all_frames=True)]).traces
by_calls = [t.size for t in traces if any(frame.lineno == called and frame.filename == __file__ for frame in t.traceback)]
print("imported under the traces:", sum(by_calls) < 6000, tracemalloc.get_traced_memory()[0] > 10_000)
