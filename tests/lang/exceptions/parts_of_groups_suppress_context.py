"""Parts of exception groups are made with a cause, be it none, so that their contexts are not shown."""
import traceback
g=ExceptionGroup('g',[ValueError(1),TypeError(2),ExceptionGroup('n',[ValueError(3)])])
for c in (ValueError, TypeError, (ValueError,TypeError), OSError, lambda e: False):
    for x in (g.subgroup(c), *g.split(c)):
        print(c if isinstance(c,type) else '', repr(x), x is g, x and x.__suppress_context__, x and x.__cause__, x and x.__context__)
print(g.derive([ValueError()]).__suppress_context__)
try:
    try: raise g
    except* ValueError as e: print(e.__suppress_context__, [x.__suppress_context__ for x in e.exceptions])
except BaseException as e: print(repr(e), e.__suppress_context__, [x.__suppress_context__ for x in e.exceptions])
try:
    try: raise g
    except* ValueError as e: raise
except BaseException as e: print(repr(e), e.__suppress_context__, [x.__suppress_context__ for x in e.exceptions])
try:
    try: raise g
    except* ValueError as e: raise KeyError(1)
except BaseException as e: print(repr(e), e.__suppress_context__, [x.__suppress_context__ for x in e.exceptions])
for caught in ValueError, TypeError:
    try:
        try: raise ValueError(3)
        except* caught as e: print(repr(e), e.__suppress_context__)
    except BaseException as e: print(repr(e), e.__suppress_context__)
def rest():
    try: raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError: pass
def twice():
    try: rest()
    except BaseException as e: rest()
try: twice()
except BaseException as e:
    print(repr(e.__context__), e.__suppress_context__)
    traceback.print_exc(file=__import__("sys").stdout)
