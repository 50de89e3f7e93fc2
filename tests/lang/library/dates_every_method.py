# Every method and attribute of date, time and datetime that takes nothing, or a time zone.
import datetime
import os
import time as clock
from datetime import date, time, timedelta, timezone, tzinfo

os.environ["TZ"] = "UTC0"
clock.tzset()


class Zone(tzinfo):
    """Answers what it was told to."""

    def __init__(self, *answers):
        self.answers = answers

    def __repr__(self):
        return f"Zone{self.answers}"

    def utcoffset(self, when):
        return self.answers[0]

    def dst(self, when):
        return self.answers[1]

    def tzname(self, when):
        return self.answers[2]


class Own(tzinfo):
    def __repr__(self):
        return "Own()"


def attempt(f, *args, **keywords):
    try:
        return repr(f(*args, **keywords))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


east = timezone(timedelta(hours=5, minutes=30, seconds=7), "East")
zones = [None, timezone.utc, east, timezone(timedelta(microseconds=-1)), Zone(timedelta(1, 1), 5, 5), Zone(timedelta(hours=-3), timedelta(hours=1), "Z"), Zone(None, None, None), Zone(5, "x", b"n"), Zone(timedelta(days=1), timedelta(days=-1), ""), Own()]
samples = [date(2020, 2, 29), date.min, date.max]
for zone in zones:
    samples += [time(23, 59, 58, 999999, zone, fold=1), time(0, tzinfo=zone), datetime.datetime(2021, 12, 31, 1, 2, 3, 4, zone, fold=1)]
for x in samples:
    print("--", attempt(str, x))
    for name in sorted(n for n in dir(x) if not n.startswith("_") and n not in ("min", "max", "now", "utcnow", "today", "timestamp")):
        v = getattr(x, name) if name not in ("tzinfo",) else type(x.tzinfo).__name__
        if not callable(v):
            print(name, v, end="; ")
        elif name in ("astimezone", "replace", "strftime", "strptime", "combine", "fromisoformat", "fromordinal", "fromisocalendar", "fromtimestamp", "utcfromtimestamp"):
            continue
        else:
            print(name, attempt(v), end="; ")
    print()
    print(attempt(x.strftime, "%Y|%y|%m|%d|%H|%I|%M|%S|%f|%z|%Z|%j|%a|%%|%p"), attempt(x.__format__, ""), attempt(x.__format__, "%d"), attempt(x.__format__, 5), attempt(x.__reduce_ex__, 3)[:40])
    print(attempt(x.replace), attempt(x.replace, fold=2), attempt(x.replace, tzinfo=5), attempt(x.replace, year=0), attempt(x.replace, hour=5, tzinfo=None))
    if hasattr(x, "astimezone"):
        print([attempt(x.astimezone, z) for z in zones[1:]])
    if not isinstance(x, time):
        print(attempt(lambda: x + timedelta(1)), attempt(lambda: x - timedelta(1)), attempt(lambda: x - x), attempt(lambda: x.isocalendar().week), x.isocalendar()[:2], x.isocalendar().weekday, x.isocalendar().__reduce__())
    print(attempt(hash, x) == attempt(hash, x), [attempt(lambda: x < y) for y in samples[:6]], [attempt(lambda: x == y) for y in samples].count("True"))
for word in "auto", "hours", "minutes", "seconds", "milliseconds", "microseconds", "none":
    print(word, attempt(samples[3].isoformat, word), attempt(samples[5].isoformat, "T", word), attempt(samples[5].isoformat, timespec=word), attempt(samples[5].isoformat, "xx"))
for text in "2020-02-30", "20200229", "2020-W01-1", "2020W53", "2020-060", "24:00", "12:30:45.123456+05:30", "T0102", "2020-01-01T01:02:03,5Z", "2020-01-01 25:00", "", "x" * 30, "2020-01-01T00:00-24:00", "2020-01-01\u20ac00:00":
    print(ascii(text), [attempt(c.fromisoformat, text) for c in (date, time, datetime.datetime)])
for args in (), (1,), (2020, 13, 1), ("x", 1, 1), (2020, 1, 1.0), (2020, 1, 1, 24), (b"\x07\xe4\x02\x1d",), (b"\x07\xe4\x82\x1d\x01\x02\x03\0\0\0",), (2020, 1, 1, 1, 1, 1, 1, "z"):
    print(args, [attempt(c, *args) for c in (date, time, datetime.datetime)])
print(attempt(date.fromordinal, 0), attempt(date.fromordinal, 737425), attempt(date.fromisocalendar, 2020, 54, 1), attempt(date.fromisocalendar, 2020, 53, 7), attempt(date.fromtimestamp, 1e20), attempt(datetime.datetime.fromtimestamp, float("nan")),
      attempt(datetime.datetime.fromtimestamp, 1e9, timezone.utc), attempt(datetime.datetime.utcfromtimestamp, -1.5), attempt(datetime.datetime.fromtimestamp, 0, 5), attempt(datetime.datetime.combine, date.max, time.max, east),
      attempt(datetime.datetime.strptime, "5", "%H"), attempt(datetime.datetime.strptime, "x", "%H"), type(date.today()) is date, type(datetime.datetime.now(east).tzinfo).__name__, datetime.datetime.utcnow().tzinfo, datetime.datetime.now().fold, attempt(datetime.datetime.now, 5))
# The collector looks at no time or datetime, in CPython either: what they hold of a module at its end would never be freed.
del samples, zones, zone, x
