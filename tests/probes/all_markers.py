"""Makes an event of each marker; says whether semaphores in the word at an address (argv[1], if any) are up."""
import gc
import sys


def semaphores(address):
    def work():
        return sum(each for each in (1, 2, 3))
    work()
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        memory.seek(address)
        return int.from_bytes(memory.read(6), "little")  # the lanes of the three hot markers


gc.disable()
cycle = []
cycle.append(cycle)
del cycle
gc.collect(1)
try:
    import no_such_module
except ImportError:
    pass
sys.audit("all.markers", 1)
if len(sys.argv) > 1:
    print("semaphores", "up" if semaphores(int(sys.argv[1], 0)) else "down", flush=True)
