"""In which order dies what the interpreter's own places hold when a program ends: functions for the exit and for a fork, handlers of
signals, hooks, entries of sys and of sys.modules, codecs, contexts, locals of threads, callbacks of the collector."""
import asyncio
import atexit
import builtins
import codecs
import contextvars
import copyreg
import gc
import os
import signal
import sqlite3
import sys
import threading
import types
import warnings
import weakref

for name in "warnings", "copyreg", "threading": # a .pth file may have imported some before
    sys.modules[name] = sys.modules.pop(name)


class Held:
    def __init__(self, *name):
        self.name = " ".join(name).encode()

    def __call__(self, *args, **kwargs):
        pass

    def __del__(self, write=os.write):
        write(1, self.name + b"\n")


def function(*name):
    held = Held("function:", *name)
    return lambda *args, **kwargs: held


def local(place, *name):
    place.held = Held(*name)
    return place


# Automatic collections could come anywhere.
gc.collect()
gc.set_threshold(0)

# Those of a thread that ends: as it began to use them.
locals_used = [threading.local() for i in range(4)]
thread = threading.Thread(target=lambda: [local(locals_used[i], "a thread's local", str(i)) for i in (2, 0, 3)])
thread.start()
thread.join()

# What is taken out while the program runs: the function goes before what it is given.
gone = Held("an unregistered function")
atexit.register(gone, Held("and its argument"), key=Held("and its keyword's"))
atexit.unregister(gone)
del gone
atexit.register(Held("a cleared function"), Held("and its argument"), key=Held("and its keyword's"))
atexit.register(Held("another"), Held("and its argument"))
atexit._clear()


def more():
    atexit.register(Held("registered too late"))
    print("the last function registered runs first", flush=True)


for kind in Held, function:
    atexit.register(kind("atexit's"), Held("atexit's argument"), key=Held("atexit's keyword"))
    threading._register_atexit(kind("threading's"), Held("threading's argument"))
    os.register_at_fork(before=kind("before a fork"), after_in_parent=kind("after a fork"), after_in_child=kind("in the child"))
    codecs.register(kind("a codec's search"))
    codecs.register_error(f"an error {kind}", kind("a codec's error"))
    sys.addaudithook(kind("an audit hook"))
    module = types.ModuleType(f"made by {kind}")
    for place in sys, builtins, threading, warnings, sys.modules["posix"], module:
        setattr(place, "held by " + kind.__name__, kind("an attribute of", place.__name__.partition(" ")[0]))
    sys.modules[f"no module, {kind}"] = kind("in sys.modules")
    sys.modules[module.__name__] = module
    del module, place
    warnings.onceregistry[kind.__name__] = kind("in the register of warnings")
    copyreg.dispatch_table[type("T", (), {})] = kind("a reduction")
    gc.callbacks.append(kind("the collector's callback"))
    gc.garbage.append(kind("the collector's garbage"))
    weakref.finalize(threading, kind("finalize's"), Held("finalize's argument"))
atexit.register(more)

contextvars.ContextVar("x").set(Held("in a context"))
threading.settrace(Held("threading's trace function"))
threading.setprofile(Held("threading's profile function"))
first, second = local(threading.local(), "the first local"), local(threading.local(), "the second local")
sys.second = [second]
sys.first = [first]
del first, second
signal.signal(signal.SIGUSR1, Held("a handler of SIGUSR1"))
signal.signal(signal.SIGINT, Held("a handler of SIGINT"))
sys.set_asyncgen_hooks(firstiter=Held("the hook of a first iteration"), finalizer=Held("the hook of an end"))
sys.displayhook = Held("displayhook")
sys.unraisablehook = Held("unraisablehook")
sys.breakpointhook = Held("breakpointhook")
sys.last_value = Held("last_value")
sys.path_hooks.append(Held("in path_hooks"))
sys.meta_path.append(Held("in meta_path"))
sys.path.append(Held("in path"))
sys.path_importer_cache["x"] = Held("in path_importer_cache")
sys.ps1 = Held("ps1")
sys.__interactivehook__ = Held("interactivehook")
builtins._ = Held("the last result")
asyncio._set_running_loop(Held("the running loop"))
sqlite3.register_adapter(type("T", (), {}), Held("an adapter of sqlite3"))
sqlite3.register_converter("x", Held("a converter of sqlite3"))
sys.settrace(Held("a trace function"))
sys.setprofile(Held("a profile function"))
