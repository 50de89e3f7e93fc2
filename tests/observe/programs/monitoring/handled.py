"""What a callback of EXCEPTION_HANDLED raises: it goes on from the instruction before the handler, which most often no
handler of the function covers."""
from recorder import E, M

TOLD = []


def told(code, offset, exception):
    if code.co_filename != __file__ or code.co_name not in FUNCTIONS or not isinstance(exception, ZeroDivisionError):
        return
    TOLD.append(code.co_name)
    raise ValueError("of the callback")


def plain():
    try:
        1 / 0
    except ZeroDivisionError:
        return "handled"


def nested():
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            return "inner"
    except ValueError as error:
        return f"outer {error!r} {error.__context__!r}"


def the_same_handler():
    try:
        raise ZeroDivisionError
    except ValueError as error:
        return f"same {error!r} {error.__context__!r}"
    except ZeroDivisionError:
        return "zero"


def looping():
    for i in range(2):
        try:
            if i:
                1 / 0
        except ValueError as error:
            return f"same {error!r}"
        except ZeroDivisionError:
            return "zero"


def finishing():
    try:
        one = 1
        1 / 0
        one = 2
    finally:
        print("finally")
    return one


def in_a_call():
    try:
        return plain()
    except ValueError as error:
        return f"the caller's {error!r}"


FUNCTIONS = {f.__name__: f for f in (plain, nested, the_same_handler, looping, finishing, in_a_call)}
M.use_tool_id(0, "raises")
M.register_callback(0, E.EXCEPTION_HANDLED, told)
M.set_events(0, E.EXCEPTION_HANDLED)
for name, function in FUNCTIONS.items():
    TOLD.clear()
    try:
        outcome = function()
    except ValueError as error:
        outcome = f"raised {error!r} context {error.__context__!r}"
    print(name, outcome, TOLD)
