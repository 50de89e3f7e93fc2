#!/usr/bin/python3.11
"""Write down the events that minipy's markers must show, as CPython 3.11 makes them.

    /usr/bin/python3.11 oracle.py SCRIPT EVENTS

One event a line, fields between tabs, in the file EVENTS:

    entry|line|return   FILE FUNCTION LINE   sys.settrace's call, line and return events
    gc_start GENERATION, gc_done COUNT       gc.callbacks; collected and uncollectable
    import_start NAME, import_done NAME 0|1  importlib's _find_and_load, missing modules
    audit EVENT                              an audit hook

Only code below the script's folder counts, only modules that lie there (or that the
script names `probes_...`, to look for in vain), and only audit events `probes....`.
"""
import gc
import importlib._bootstrap as bootstrap
import os
import sys
import types


class Recorder:
    def __init__(self, home):
        self.home = home + os.sep
        self.events = []
        self.ours = {}

    def add(self, *fields):
        self.events.append("\t".join(map(str, fields)))

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


def main(script, events):
    script = os.path.abspath(script)
    home = os.path.dirname(script)
    recorder = Recorder(home)
    with open(script, "rb") as file:
        code = compile(file.read(), script, "exec", dont_inherit=True)
    sys.argv = [script]
    sys.path[0] = home
    sys.dont_write_bytecode = True
    module = types.ModuleType("__main__")
    module.__file__ = script
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    gc.collect()
    gc.disable()
    recorder.wrap_import()
    sys.addaudithook(recorder.on_audit)
    gc.callbacks.append(recorder.on_gc)
    sys.settrace(recorder.trace)
    try:
        exec(code, module.__dict__)
    except SystemExit:
        pass
    finally:
        sys.settrace(None)
        gc.callbacks.remove(recorder.on_gc)
        with open(events, "w") as file:
            file.writelines(line + "\n" for line in recorder.events)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
