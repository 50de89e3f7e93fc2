"""NameError and UnboundLocalError: messages, names, suggestions are for tracebacks only."""
import sys


def attempt(f):
    try:
        print(f())
    except NameError as e:
        print(type(e).__name__, e, getattr(e, "name", None), e.args)


def later():
    value
    value = 1


def deleted():
    value = 1
    del value
    return value


def free():
    def inner(): return cell
    inner()
    cell = 1


def free_deleted():
    cell = 1
    def inner(): return cell
    del cell
    return inner()


def branch(x=0):
    if x: y = 1
    return y


def loop():
    for i in []: pass
    return i


def handler():
    try: 1 / 0
    except ZeroDivisionError as e: pass
    return e


def augmented(): counter += 1


def global_del():
    global no_such
    del no_such


def class_body():
    class C:
        x = y
        y = 1


def class_cell():
    cell = 1
    class C:
        print(cell)
        cell = 2
        print(cell)
        del cell
        print(cell)


def in_lambda(): return (lambda: missing_thing)()


def comprehension(): return [missing_thing for _ in "a"]


def default(a=1, b=lambda: missing_default): return b()


for f in later, deleted, free, free_deleted, branch, loop, handler, augmented, global_del, class_body, class_cell, in_lambda, comprehension, default:
    print(f.__name__, end=": ")
    attempt(f)
attempt(lambda: exec("x = nope"))
attempt(lambda: eval("nope + 1", {}, {}))
attempt(lambda: eval("nope", {"__builtins__": {}}))
attempt(lambda: eval("len", {"__builtins__": {}}))
attempt(lambda: exec("del nope"))
attempt(lambda: exec("def f():\n global zzz\n return zzz\nf()"))
