"""gc.get_referents() tells what a container holds in CPython's order: programs that look for an object's
parent take the first that fits."""
import gc


for held in [4, 5, 6], (7, 8, 9), {"a": 1, "b": 2}, {1: "a", 2: "b"}, {"n": 1, (): []}, {"z"}, {}, ():
    print(held, gc.get_referents(held))
items = [1, 2, 3]
print(gc.get_referents(iter(items), (0, 1)))
