"""A module is loaded once, however many threads ask; they see it whole. Circular imports
of two threads do not lock each other out."""
import os
import sys
import tempfile
import threading

MODULES = {
    "slow": "import time\nprint('loading slow')\ntime.sleep(0.05)\nvalue = 1\n",
    "left": "import time\ntime.sleep(0.02)\nimport right\nname = 'left'\n",
    "right": "import time\ntime.sleep(0.02)\nimport left\nname = 'right'\n",
}


def at_once(*functions):
    threads = [threading.Thread(target=f) for f in functions]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


with tempfile.TemporaryDirectory() as folder:
    for name, text in MODULES.items():
        with open(os.path.join(folder, name + ".py"), "w") as f:
            f.write(text)
    sys.path.insert(0, folder)
    seen = []

    def use_slow():
        import slow
        seen.append(slow.value)

    at_once(*[use_slow] * 5)
    print(seen)

    def use(name):
        def f():
            seen.append(__import__(name).name)
        return f

    seen = []
    at_once(use("left"), use("right"))
    print(sorted(seen))
