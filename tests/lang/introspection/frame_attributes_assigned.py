import sys


def probe():
    frame = sys._getframe()
    for name in ("f_back", "f_code", "f_globals", "f_builtins", "f_locals", "f_lasti", "own"):
        for act in (lambda: setattr(frame, name, None), lambda: delattr(frame, name)):
            try:
                act()
            except Exception as e:
                print(name, type(e).__name__, e)
    for name, value in (("f_trace_lines", 1), ("f_trace_opcodes", "x"), ("f_lineno", 5), ("f_lineno", "x")):
        try:
            setattr(frame, name, value)
        except Exception as e:
            print(name, type(e).__name__, e)
    print(frame.f_trace, frame.f_trace_lines, frame.f_trace_opcodes)
    frame.f_trace_opcodes = True
    print(frame.f_trace_opcodes)
    try:
        frame.clear()
    except RuntimeError as e:
        print(e)
    print(frame.f_code.co_name, frame.f_back.f_code.co_name, frame.f_builtins is __builtins__.__dict__)


probe()
try:
    type(sys._getframe())()
except TypeError as e:
    print(e)
for depth in 10 ** 5, -1, "a", None:
    try:
        print(sys._getframe(depth).f_code.co_name)
    except Exception as e:
        print(type(e).__name__, e)
