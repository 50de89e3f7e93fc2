# A large set in a cycle is emptied by the collector while something still holds it: its table is freed once.
import gc
gc.disable()  # who collects at each allocation (a hostile build) would leave nothing to find
def make(n):
    class Node: pass
    a = Node(); b = Node()
    a.items = set(range(n)) | {a, b}
    b.items = frozenset(a.items)
    b.again = a.items
for n in (1, 10, 100, 500):
    make(n)
    print(gc.collect() > 0)


class Holder:
    def __del__(self):
        print("gone")


held = set(map(str, range(200)))
held.add(Holder)
Holder.held, Holder.of = held, {0: held, 1: frozenset(held)}
Holder.again = [held, Holder(), Holder.of]
del held, Holder
print(gc.collect() > 0)
