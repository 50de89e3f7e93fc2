#!/usr/bin/python3.11
"""Write down the events that minipy's markers must show, as CPython 3.11 makes them.

    /usr/bin/python3.11 oracle.py EVENTS SCRIPT [ARGUMENT...]

One event a line, fields between tabs, appended to the file EVENTS. The first field is
PID.TID, of the thread that made the event; then:

    entry|line|return   FILE FUNCTION LINE   sys.settrace's call, line and return events
    gc_start GENERATION, gc_done COUNT       gc.callbacks; collected and uncollectable
    import_start NAME, import_done NAME 0|1  importlib's _find_and_load, missing modules
    audit EVENT                              an audit hook

Only code below the script's folder counts, only modules that lie there (or that the
script names `probes_...`, to look for in vain), and only audit events `probes....`.
Children are recorded, too: each event is written at once, since a child may end by
os._exit, and what a program starts as sys.executable is this file again.
"""
import gc
import importlib._bootstrap as bootstrap
import os
import shlex
import sys
import threading
import types


class Recorder:
    def __init__(self, home, events):
        self.home = home + os.sep
        self.events = os.open(events, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.ours = {}

    def add(self, *fields):
        source = f"{os.getpid()}.{threading.get_native_id()}"
        line = "\t".join((source, *map(str, fields))) + "\n"
        os.write(self.events, line.encode(errors="surrogateescape"))

    def is_ours(self, code):
        known = self.ours.get(code)
        if known is None:
            known = self.ours[code] = code.co_filename.startswith(self.home)
        return known

    def trace(self, frame, event, arg):
        code = frame.f_code
        if not self.is_ours(code):
            return None
        kind = "entry" if event == "call" else event
        if kind in ("entry", "line", "return"):
            # None: an instruction without a line, for which the markers say 0.
            self.add(kind, code.co_filename, code.co_name, frame.f_lineno or 0)
        return self.trace

    def on_gc(self, phase, info):
        if phase == "start":
            self.add("gc_start", info["generation"])
        else:
            self.add("gc_done", info["collected"] + info["uncollectable"])

    def on_audit(self, event, args):
        if event.startswith("probes."):
            self.add("audit", event)

    def is_counted(self, name):
        top = name.partition(".")[0]
        return top.startswith("probes_") or os.path.exists(
            os.path.join(self.home, top + ".py")
        ) or os.path.isdir(os.path.join(self.home, top))

    def wrap_import(self):
        find_and_load = bootstrap._find_and_load

        def recorded(name, import_):
            if sys.modules.get(name) is not None or not self.is_counted(name):
                return find_and_load(name, import_)
            self.add("import_start", name)
            found = 0
            try:
                module = find_and_load(name, import_)
                found = 1
                return module
            finally:
                self.add("import_done", name, found)

        bootstrap._find_and_load = recorded


def make_python(events):
    """The interpreter that the script's children shall run: this one, recording."""
    path = events + ".python"
    if os.path.exists(path):
        return path
    command = shlex.join([sys.executable, os.path.abspath(__file__), events])
    with open(path, "w") as file:
        file.write(f'#!/bin/sh\nexec {command} "$@"\n')
    os.chmod(path, 0o755)
    return path


def main(events, script, *arguments):
    script = os.path.abspath(script)
    home = os.path.dirname(script)
    recorder = Recorder(home, events)
    with open(script, "rb") as file:
        code = compile(file.read(), script, "exec", dont_inherit=True)
    sys.argv = [script, *arguments]
    sys.path[0] = home
    sys.dont_write_bytecode = True
    sys.executable = make_python(events)
    module = types.ModuleType("__main__")
    module.__file__ = script
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    gc.collect()
    gc.disable()
    recorder.wrap_import()
    sys.addaudithook(recorder.on_audit)
    gc.callbacks.append(recorder.on_gc)
    threading.settrace(recorder.trace)
    sys.settrace(recorder.trace)
    try:
        exec(code, module.__dict__)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        gc.callbacks.remove(recorder.on_gc)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
