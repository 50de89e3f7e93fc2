import traceback


def fail():
    raise ValueError("once")


def lines(e):
    return [(f.name, f.lineno) for f in traceback.extract_tb(e.__traceback__)]


def again():
    try:
        fail()
    except ValueError as e:
        raise e


def bare():
    try:
        fail()
    except ValueError:
        raise


def without():
    try:
        fail()
    except ValueError as e:
        raise e.with_traceback(None)


for f in again, bare, without:
    try:
        f()
    except ValueError as e:
        print(f.__name__, lines(e))
saved = ValueError("saved")
for i in range(2):
    try:
        raise saved
    except ValueError as e:
        print(lines(e))
