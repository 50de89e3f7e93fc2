def show(f):
    try:
        print(f.__name__, f())
    except BaseException as e:
        def tree(e):
            if isinstance(e, BaseExceptionGroup):
                return [type(e).__name__, e.message, *map(tree, e.exceptions)]
            return repr(e)
        print(f.__name__, "->", tree(e), "context", repr(e.__context__), "cause", repr(e.__cause__))


def group(): return ExceptionGroup("g", [ValueError(1), TypeError(2), ExceptionGroup("n", [ValueError(3), OSError(4)])])
def split():
    seen = []
    try: raise group()
    except* ValueError as e: seen.append(repr(e))
    except* (TypeError, OSError) as e: seen.append(repr(e))
    return seen
def rest():
    try: raise group()
    except* ValueError: pass
def naked():
    try: raise ValueError("alone")
    except* ValueError as e: x = repr(e), e.message
    return x
def naked_unmatched():
    try: raise ValueError("alone")
    except* TypeError: pass
def raises_new():
    try: raise group()
    except* ValueError: raise KeyError("new")
def raises_two():
    try: raise group()
    except* ValueError: raise KeyError("new")
    except* TypeError: raise IndexError("other")
def reraises():
    try: raise group()
    except* TypeError: raise
def reraises_part():
    try: raise group()
    except* ValueError as e: raise e
def a_group_class():
    try: raise group()
    except* ExceptionGroup: pass
def not_a_class():
    try: raise group()
    except* 3: pass
def base_group():
    try: raise BaseExceptionGroup("b", [KeyboardInterrupt(), ValueError(1)])
    except* ValueError: pass
def else_and_finally():
    out = []
    try: out.append("body")
    except* ValueError: out.append("no")
    else: out.append("else")
    finally: out.append("finally")
    return out
def name_is_deleted():
    try: raise group()
    except* Exception as e: pass
    return e
def nothing(): 
    try: raise group()
    except* (): pass
for f in (split, rest, naked, naked_unmatched, raises_new, raises_two, reraises, reraises_part, a_group_class, not_a_class,
          base_group, else_and_finally, name_is_deleted, nothing):
    show(f)
