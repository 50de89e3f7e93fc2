def return_over_return():
    try:
        return 1
    finally:
        return 2
def return_over_raise():
    try:
        raise ValueError
    finally:
        return "swallowed"
def break_over_raise():
    while True:
        try:
            1 / 0
        finally:
            break
    return "left"
def continue_over_return():
    for i in range(3):
        try:
            return i
        finally:
            continue
    return "end"
def raise_over_raise():
    try:
        try:
            raise ValueError("first")
        finally:
            raise KeyError("second")
    except KeyError as e:
        return repr(e.__context__)
def value_is_computed_first():
    x = [1]
    try:
        return x[0]
    finally:
        x[0] = 2
def nested():
    out = []
    for i in range(2):
        try:
            try:
                if i: continue
                out.append("body")
            finally:
                out.append(f"inner {i}")
        finally:
            out.append(f"outer {i}")
    return out
def in_except():
    try:
        raise ValueError("a")
    except ValueError:
        try:
            raise KeyError("b")
        finally:
            return "from the handler"
def generator():
    try:
        yield 1
        yield 2
    finally:
        print("closing")
def yields_in_finally():
    try:
        return 1
    finally:
        yield 2


for f in (return_over_return, return_over_raise, break_over_raise, continue_over_return, raise_over_raise,
          value_is_computed_first, nested, in_except):
    print(f.__name__, f())
for x in generator():
    break
g = yields_in_finally()
print(next(g))
try:
    next(g)
except StopIteration as e:
    print(e.value)
import sys
print(sys.exc_info())
