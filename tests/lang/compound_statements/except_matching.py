class Meta(type):
    def __instancecheck__(cls, x): return True
    def __subclasscheck__(cls, x): return True
class Anything(Exception, metaclass=Meta):
    pass


def show(f):
    try:
        print(f.__name__, f())
    except BaseException as e:
        print(f.__name__, "->", type(e).__name__, e, repr(e.__context__))


def nested_tuple():
    try: raise ValueError
    except (KeyError, (IndexError, ValueError)): return "caught"
def base_first():
    try: raise KeyError
    except LookupError: return "base"
    except KeyError: return "never"
def not_a_class():
    try: raise ValueError
    except 3: pass
def not_a_class_in_tuple():
    try: raise ValueError
    except (3, ValueError): pass
def not_an_exception():
    try: raise ValueError
    except int: pass
def undefined():
    try: raise ValueError
    except no_such_name: pass
def not_evaluated():
    try: raise ValueError
    except ValueError: return "first"
    except no_such_name: pass
def empty_tuple():
    try: raise ValueError("through")
    except (): pass
def no_hooks():
    try: raise ValueError("hooks do not count")
    except Anything: return "caught"
def a_string():
    try: raise ValueError
    except "ValueError": pass
def computed():
    try: raise ValueError
    except [KeyError, ValueError][1] as e: return repr(e)
def no_exception():
    try: pass
    except no_such_name: pass
    else: return "else"
def interrupt():
    try: raise KeyboardInterrupt
    except Exception: return "no"
    except BaseException as e: return type(e).__name__


for f in (nested_tuple, base_first, not_a_class, not_a_class_in_tuple, not_an_exception, undefined, not_evaluated,
          empty_tuple, no_hooks, a_string, computed, no_exception, interrupt):
    show(f)
