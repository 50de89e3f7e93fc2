"""In which order goes what a thread held: when it has run, in a child that is forked, where it runs no more, and when the program ends."""
import contextvars
import os
import sys
import threading
import time


class Held:
    def __init__(self, *name):
        self.name = " ".join(name).encode()

    def __call__(self, *args, **kwargs):
        pass

    def __del__(self, write=os.write):
        write(1, self.name + b"\n")


places = [threading.local() for i in range(3)]
variable = contextvars.ContextVar("variable")


def hold(name):
    for i in (2, 0, 1):
        places[i].held = Held(name, "local", str(i))
    variable.set(Held(name, "context"))
    sys.set_asyncgen_hooks(firstiter=Held(name, "hook of a first iteration"), finalizer=Held(name, "hook of an end"))
    threading.current_thread().held = Held(name, "object's attribute")
    sys.setprofile(Held(name, "profile function"))
    sys.settrace(Held(name, "trace function"))


def run(argument):
    kept = Held("a thread's variable")
    hold("a thread's")


thread = threading.Thread(target=run, args=(Held("a thread's argument"),))
thread.start()
thread.join()
del thread


def wait(name, ready):
    hold(name)
    ready.set()
    time.sleep(100)


for name in "the first daemon's", "the second daemon's":
    ready = threading.Event()
    threading.Thread(target=wait, args=(name, ready), daemon=True).start()
    ready.wait()
print("forks", flush=True)
child = os.fork()
if child == 0:
    os.write(1, b"in the child\n")
    os._exit(0)
os.waitpid(child, 0)
print("ends", flush=True)
