def show(e, depth=0):
    while e:
        print(" " * depth + repr(e), "cause", repr(e.__cause__), "suppress", e.__suppress_context__)
        e, depth = e.__context__, depth + 1
try:
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise ValueError("v") from z
except ValueError as e:
    show(e)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("implicit")
except ValueError as e:
    show(e)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("none") from None
except ValueError as e:
    show(e)
try:
    try:
        {}["a"]
    finally:
        [][1]
except IndexError as e:
    show(e)
