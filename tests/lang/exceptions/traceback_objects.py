import sys
def f(): g()
def g(): raise ValueError
try:
    f()
except ValueError as e:
    tb = e.__traceback__
    while tb:
        print(tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_next is not None)
        tb = tb.tb_next
    print(sys.exc_info()[0] is ValueError, sys.exc_info()[1] is e, sys.exc_info()[2] is e.__traceback__)
    print(e.with_traceback(None) is e, e.__traceback__)
print(sys.exc_info())
try:
    ValueError().__traceback__ = 5
except TypeError as e:
    print(e)
