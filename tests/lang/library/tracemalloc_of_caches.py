"""tracemalloc: what an interpreter remembers of attributes is not the program's memory, nor in its peak."""
import tracemalloc

NAMES = [f"name_{i}" for i in range(12)]
objects = [type(f"C{i}", (), dict.fromkeys(NAMES, i))() for i in range(400)]
tracemalloc.start()
total = 0
for o in objects:
    for name in NAMES:
        total += getattr(o, name)
size, peak = tracemalloc.get_traced_memory()
tracemalloc.stop()
print(total, size < 6000, peak < 12000)
