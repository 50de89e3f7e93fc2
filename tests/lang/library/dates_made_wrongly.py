# Dates, times and intervals of too many arguments, ones that are missing, given twice, unknown or of another kind, in every combination:
# which of the mistakes is told of. Attributes of pickle's that are ints of C.
import datetime, io, pickle, warnings


def tell(call, *args, **names):
    try:
        return call(*args, **names)
    except Exception as e:
        return type(e).__name__, e


NAMES = {datetime.date: ("year", "month", "day"), datetime.time: ("hour", "minute", "second", "microsecond", "tzinfo"),
         datetime.datetime: ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo"),
         datetime.timedelta: ("days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks")}
for cls, names in NAMES.items():
    some = sorted({0, 1, 2, 3, len(names) - 1, len(names)})
    for positional in some:
        for named in some:
            for value in 1, None, 2**40:
                for more in {}, {"x": 1}:
                    given = {name: 1 for name in names[:named]} | more
                    print(cls.__name__, positional, named, value, more, *(lambda r: r if isinstance(r, tuple) else (r,))(tell(cls, *[value] * positional, **given)))
warnings.simplefilter("always")
pickler = pickle.Pickler(io.BytesIO())
for name in "bin", "fast":
    for value in 1, True, 2**31, 2**40, -2**31 - 1, 2**63, -2**70, "a", 1.5, None, type("Index", (), {"__index__": lambda self: 2})():
        with warnings.catch_warnings(record=True) as told:
            print(name, value if isinstance(value, (int, str, float)) else type(value).__name__, tell(setattr, pickler, name, value), getattr(pickler, name),
                  [str(w.message) for w in told])
    print(tell(delattr, pickler, name))
