"""Runs inside the interpreter that is measured: one workload, again and again.

    INTERPRETER inside.py WORKLOAD exact RUNS    RUNS runs on a small size; prints the last result. The clock is read
                                                 after the first and the last: where exact.py has counts written down
    INTERPRETER inside.py WORKLOAD serve         obeys the lines of standard input, one line of answer each:
        size K      runs are of 1/K of the workload's size from now on
        run COUNT   COUNT runs; for each, when it ended, its time and its CPU time in nanoseconds
        events      one run under sys.settrace: its calls, lines and returns
        listen HOW  a Python function listens from now on: settrace, setprofile or nobody

A workload defines N and run(n). Any other program is run whole: it is given as --script FILE ARGUMENT...
No module but gc, sys and time, whose import costs nothing: start-up should be short.
"""
import gc
import sys
import time

SMALL = 64  # the small size is this part of the workload's
IMPORTS = "<frozen importlib._bootstrap"  # CPython's imports run Python code, which is not the program's; ours are in C


def load_workload(path):
    names = {"__name__": "workload", "__file__": path}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    return names["run"], names["N"]


def load_script(path, arguments):
    """A program as a workload: each run is the whole of it, in names of its own; what it prints is lost."""
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    sys.path.insert(0, path.rpartition("/")[0] or ".")
    nowhere = open("/dev/null", "w")

    def run(n):
        output, sys.argv, sys.stdout = sys.stdout, [path, *arguments], nowhere
        try:
            exec(code, {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__})
        except SystemExit:
            pass
        finally:
            sys.stdout = output
        return None

    return run, 1


def timed_runs(run, n, count):
    wall, cpu = time.perf_counter_ns, time.process_time_ns
    result = []
    for _ in range(count):
        w, c = wall(), cpu()
        run(n)
        c, w2 = cpu() - c, wall()
        result.append("%d %d %d" % (w2, w2 - w, c))
    return ",".join(result)


def count_events(run, n):
    seen = {"call": 0, "line": 0, "return": 0, "exception": 0, "opcode": 0}

    def listen(frame, event, arg):
        if frame.f_code.co_filename.startswith(IMPORTS):
            return None
        seen[event] += 1
        return listen

    sys.settrace(listen)
    try:
        run(n)
    finally:
        sys.settrace(None)
    # the last lines of this function's caller are not traced: the trace function was set in its middle
    return "%d %d %d" % (seen["call"], seen["line"], seen["return"])


def trace_nothing(frame, event, arg):
    return trace_nothing


def profile_nothing(frame, event, arg):
    pass


def listen(how):
    sys.settrace(trace_nothing if how == "settrace" else None)
    sys.setprofile(profile_nothing if how == "setprofile" else None)
    return how


def serve(run, full):
    n = full
    while True:
        words = sys.stdin.readline().split()
        if not words:
            return
        if words[0] == "size":
            n = max(1, full // int(words[1]))
            answer = str(n)
        elif words[0] == "run":
            answer = timed_runs(run, n, int(words[1]))
        elif words[0] == "events":
            answer = count_events(run, n)
        else:
            answer = listen(words[1])
        print(answer, flush=True)


def main(words):
    script = words[0] == "--script"
    path, how, *rest = words[1:] if script else words
    run, full = load_script(path, rest[how == "exact":]) if script else load_workload(path)
    if how == "serve":
        return serve(run, full)
    result = None
    gc.collect()  # so that collections come by the workload's own counts, wherever those of the start were
    for turn in range(int(rest[0])):
        result = run(max(1, full // SMALL))
        if turn == 0:
            time.process_time_ns()
    time.process_time_ns()
    print(repr(result)[:200])


if __name__ == "__main__":
    main(sys.argv[1:])
