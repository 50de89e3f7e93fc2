import sys
def jumper(first, to):
    def trace(frame, event, arg):
        if frame.f_code.co_name != "f":
            return None
        if event == "line" and frame.f_lineno - frame.f_code.co_firstlineno == first and not done:
            done.append(1)
            try:
                frame.f_lineno = frame.f_code.co_firstlineno + to
            except ValueError as e:
                print("refused:", e)
        return trace
    return trace
def run(f, first, to):
    done.clear()
    out = []
    sys.settrace(jumper(first, to))
    try:
        f(out)
    finally:
        sys.settrace(None)
    print(out)
done = []
def f(out):
    out.append(1)
    out.append(2)
    out.append(3)
    for i in (1, 2):
        out.append(i * 10)
    try:
        out.append(7)
        1 / 0
    except ZeroDivisionError:
        out.append(10)
        out.append(11)
        out.append(12)
    out.append(13)
for first, to in ((2, 3), (3, 1), (1, 5), (5, 13), (7, 13), (10, 12), (2, 11), (1, 100), (13, 1)):
    print(first, to, end=" ")
    run(f, first, to)
def f(out):
    a = 1
    print(
        out.append(3)
    )
    (
        (
            a
            +
            10
        )
        +
        13
    )
    out.append(12)
run(f, 3, 6)
