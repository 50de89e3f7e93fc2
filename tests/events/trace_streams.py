"""Writes what sys.settrace and sys.setprofile tell about programs, run in this interpreter.

    trace_streams.py OUTPUT seeds FIRST LAST     the programs of generate.py
    trace_streams.py OUTPUT file SCRIPT          one script

A line for an event: `PROGRAM trace|profile EVENT FUNCTION LINE ARGUMENT`. Of the script's or
the program's own code only. Opcode events are asked for, but not written: only their effect on
the others shows, since minipy's instructions are its own.
"""
import os
import sys


def describe(arg):
    """An argument, without addresses: repr of plain values, names of functions and types."""
    if arg is None or type(arg) in (int, float, bool, str, bytes):
        return ascii(arg)[:60]
    if isinstance(arg, tuple) and len(arg) == 3 and isinstance(arg[0], type):
        return arg[0].__name__
    return getattr(arg, "__qualname__", None) or type(arg).__name__


class Recorder:
    def __init__(self, out):
        self.out = out
        self.file = self.program = None

    def put(self, kind, frame, event, arg):
        if frame.f_code.co_filename != self.file:
            return False
        if event.startswith("c_") and kind == "profile":
            arg = getattr(arg, "__qualname__", arg)
        self.out.write(f"{self.program} {kind} {event} {frame.f_code.co_name} {frame.f_lineno} "
                       f"{describe(arg)}\n")
        return True

    def trace(self, frame, event, arg):
        if event != "opcode" and not self.put("trace", frame, event, arg):
            return None
        frame.f_trace_opcodes = True
        return self.trace

    def profile(self, frame, event, arg):
        self.put("profile", frame, event, arg)

    def run(self, program, source, file, names):
        self.program, self.file = program, file
        try:
            code = compile(source, file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            self.out.write(f"{program} does not compile\n")
            return
        sys.setprofile(self.profile)
        sys.settrace(self.trace)
        try:
            exec(code, names)
        except BaseException as error:
            self.out.write(f"{program} ends by {type(error).__name__}\n")
        finally:
            sys.settrace(None)
            sys.setprofile(None)


def main():
    out = open(sys.argv[1], "w", encoding="utf-8", errors="backslashreplace")
    recorder = Recorder(out)
    if sys.argv[2] == "seeds":
        from generate import program
        for seed in range(int(sys.argv[3]), int(sys.argv[4])):
            recorder.run(seed, program(seed), f"<program {seed}>", {"__name__": "program"})
    else:
        script = sys.argv[3]
        sys.argv[:] = [script]
        sys.path[0] = os.path.dirname(script)
        with open(script, "rb") as file:
            source = file.read()
        names = sys.modules["__main__"].__dict__
        names["__file__"] = script
        recorder.run("script", source, script, names)
    out.close()
    os._exit(0)


if __name__ == "__main__":
    main()
