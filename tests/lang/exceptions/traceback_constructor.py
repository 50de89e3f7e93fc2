def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys
from types import TracebackType

frame = sys._getframe()
tb = TracebackType(None, frame, 1, 2)
print(tb.tb_next, tb.tb_frame is frame, tb.tb_lasti, tb.tb_lineno)
show(TracebackType)
show(TracebackType, 1, 2, 3, 4)
show(TracebackType, 1, frame, "3", 4)
show(TracebackType, 1, frame, 3, 4)
show(TracebackType, None, frame, 2 ** 40, 4)
show(TracebackType, tb_next=None, tb_frame=frame, tb_lasti=1, foo=2)
other = TracebackType(tb, frame, 5, 6)
print(other.tb_next is tb)
tb2 = TracebackType(None, frame, 7, 8)
tb2.tb_next = other
show(setattr, tb, "tb_next", tb2)
show(setattr, tb, "tb_next", 5)
show(setattr, tb, "tb_lineno", 5)
show(delattr, tb, "tb_next")
print(dir(tb)[-4:])
