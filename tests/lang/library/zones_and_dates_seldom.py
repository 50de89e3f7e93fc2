"""datetime and zoneinfo where they are seldom asked: states as text, the cache of zones, files that are none, rules of every kind, stand-ins for a datetime."""
import datetime as D
import io
import pickle
import struct
import zoneinfo
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo


def t(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)[:100]


# ---- states
for cls, states in ((date, ("\x07\xe8\x02\x1d", "\x07\xe8\x0d\x1d", "\u07e8\x02\x1d\x01", b"\x07\xe8\x02\x1d", "abc", b"abcde")),
                    (time, ("\x01\x02\x03\x00\x00\x04", "\x81\x02\x03\x00\x00\x04", "\x19\x02\x03\x00\x00\x04", "\u0101\x02\x03\x00\x00\x04", b"\x81\x02\x03\x00\x00\x04")),
                    (datetime, ("\x07\xe8\x02\x1d\x01\x02\x03\x00\x00\x04", "\x07\xe8\x82\x1d\x01\x02\x03\x00\x00\x04", "\u07e8\x07\x02\x1d\x01\x02\x03\x00\x00\x04", b"\x07\xe8\x8d\x1d\x01\x02\x03\x00\x00\x04"))):
    for state in states:
        got = t(cls, state)
        print(cls.__name__, ascii(state), repr(got), getattr(got, "fold", None))
        if cls is not date:
            print("   ", *(repr(t(cls, state, tz)) for tz in (timezone.utc, None, 5)))


class OddTime(time):
    pass


class OddStamp(datetime):
    def __add__(self, other):
        return "mine"


class OddDate(date):
    pass


print(repr(OddTime(1, 2, 3).replace(hour=5)), repr(OddTime(1).replace(fold=1)), repr(OddStamp(2024, 1, 1) - timedelta(1)))
print(timedelta(1) + OddDate(2024, 1, 1), t(lambda: 5 + date(2024, 1, 1)), t(lambda: timedelta(1) + datetime(2024, 1, 1)), t(lambda: date(2024, 1, 1) + "x"), t(lambda: timedelta(1) - date(2024, 1, 1)))
print(t(lambda: datetime(2024, 1, 1) - date(2024, 1, 1)), t(lambda: date(2024, 1, 1) - datetime(2024, 1, 1)), t(lambda: 5 - datetime(2024, 1, 1)))
print(t(OddStamp.fromtimestamp, 0, timezone.utc), t(OddDate.fromordinal, 5), t(OddStamp.fromordinal, 5), t(OddDate.fromtimestamp, 1e18), t(date.fromtimestamp, float("nan")), t(date.fromtimestamp, -1e30))
print(t(datetime.fromtimestamp, 0.9999999, timezone.utc), t(datetime.fromtimestamp, -0.0000001, timezone.utc), t(datetime.utcfromtimestamp, 1.9999996))
for args in ((2024, 13, 1), (0, 1, 1), (10000, 1, 1), (2024, 2, 30), (2024, 1, 1, 24), (2024, 1, 1, 0, 60), (2024, 1, 1, 0, 0, 60), (2024, 1, 1, 0, 0, 0, 10**6), (2**40, 1, 1), ("x", 1, 1), (2024, 1, 1, 0, 0, 0, 0, 5)):
    print(args, t(datetime, *args), t(date, *args[:3]))
print(t(datetime, 2024, 1, 1, fold=2), t(time, fold=-1), t(time, fold="x"), t(time, tzinfo=3), t(datetime(2024, 1, 1).replace, fold=2), t(datetime(2024, 1, 1).replace, year="x"), t(datetime(2024, 1, 1).replace, tzinfo=5))
print(t(datetime.combine, date(2024, 1, 1), time(5, tzinfo=timezone.utc)), t(datetime.combine, date(2024, 1, 1), time(5, tzinfo=timezone.utc), None), t(datetime.combine, 1, 2), t(datetime.combine, date(2024, 1, 1), 2), t(datetime.combine, date(2024, 1, 1), time(), 5))
print(t(datetime.strptime, 5, "x"), t(datetime.strptime, "x", 5), t(datetime.strptime, "2024", "%Y"))
for text in ("2024-W53-1", "2020-W53-7", "2024-W00-1", "2024W011", "2024-W01-8", "2024-W01-x", "2024-1-1", "20240101", "2024-0101", "202401-01", "2024-13-01", "2024-01-01\u00e9", "\ud8002024-01-01", "0001-W01-1", "9999-W53-1", "2024-W01"):
    print(ascii(text), t(date.fromisoformat, text), t(datetime.fromisoformat, text))
for text in ("2024-01-01T10", "2024-01-01T10:20:30.123456789", "2024-01-01\u20ac10:20", "2024-01-01\U0001f60010:20", "2024-01-01\u00e910:20", "20240101T102030", "2024-W01-1T10:20", "2024W01T10", "2024-W01T10:20", "2024-01-01T10:2", "2024-01-01T10:20:30,5", "2024-01-01T10:20:30Z", "2024-01-01T10:20:30+00:00:00.000001", "2024-01-01T10:20-24:00", "2024-01-01T", "2024-01-01T10:20:30+", "2024-01-01Tab", "2024-01-01T1020:30", "2024-01-01\ud80010:20", "2024-01-01T10:20+01:00+02:00"):
    print(ascii(text), t(datetime.fromisoformat, text))
for text in ("10", "T10:20", "1020", "10:20:30.1", "10:20:30.", "24:00", "10:20Z", "10:20+0530", "\ud80010", "", "T", "10:20:3"):
    print(ascii(text), repr(t(time.fromisoformat, text)))
stamp = datetime(2024, 2, 29, 12, 34, 56, 7)
for separator in "T", " ", "\u20ac", "\U0001f600", "", "ab", 5:
    print(ascii(t(stamp.isoformat, separator)), end=" ")
print(t(stamp.isoformat, "T", "no"), t(stamp.isoformat, "T", 5), t(stamp.isoformat, timespec="milliseconds"))


# ---- zones of a program
class Zone(tzinfo):
    def __init__(self, offset=None, dst=None, name=None):
        self.of = offset, dst, name

    def utcoffset(self, dt):
        return self.of[0]

    def dst(self, dt):
        return self.of[1]

    def tzname(self, dt):
        return self.of[2]


class Name(str):
    def replace(self, *args):
        return 5


for zone in (Zone(), Zone(timedelta(hours=1), None), Zone(timedelta(hours=1), timedelta(0), "N"), Zone(timedelta(1)), Zone(5), Zone(timedelta(hours=1), timedelta(1)), Zone(timedelta(hours=1), timedelta(hours=1), 5), Zone(timedelta(hours=1), timedelta(0), "100%"), Zone(timedelta(hours=-1, seconds=-1, microseconds=-1), timedelta(0), Name("n%")), Zone(timedelta(0), timedelta(0), "\ud800")):
    at = datetime(2024, 6, 1, tzinfo=zone)
    print(t(at.utcoffset), t(at.dst), ascii(t(at.tzname)), ascii(t(at.strftime, "%z|%Z|%%")), t(at.isoformat), t(at.utctimetuple) if not isinstance(t(at.utctimetuple), tuple) or isinstance(t(at.utctimetuple)[0], str) else "tuple", t(hash, at) if isinstance(t(hash, at), tuple) else "hash", t(at.astimezone, timezone.utc), t(zone.fromutc, at), t(lambda: at.timetuple()[-1]))
    print("   ", t(lambda: at == datetime(2024, 6, 1, tzinfo=timezone.utc)), t(lambda: at < datetime(2024, 6, 1, tzinfo=timezone.utc)), t(lambda: at - datetime(2024, 6, 1, tzinfo=timezone.utc)), t(lambda: time(5, tzinfo=zone) < time(5, tzinfo=timezone.utc)), t(time(5, tzinfo=zone).utcoffset))
del at, zone  # a datetime's zone is nothing that the collector sees, here as in CPython
print(t(tzinfo().utcoffset, stamp), t(tzinfo().fromutc, stamp), t(tzinfo().fromutc, 5), t(tzinfo().dst, None), t(tzinfo().tzname, None))
utc = timezone.utc
print(hash(timezone(timedelta(hours=3))) == hash(timezone(timedelta(hours=3), "x")), utc < utc if isinstance(t(lambda: utc < utc), bool) else t(lambda: utc < utc), utc == 5, utc == timezone(timedelta(0)), timezone(timedelta(0)) is utc, timezone(timedelta(0), "UTC") is utc)
for args in ((), (5,), (timedelta(1),), (timedelta(hours=-24),), (timedelta(hours=1), 5), (timedelta(microseconds=1),), (timedelta(days=-1, microseconds=1),)):
    print(repr(t(timezone, *args)), end=" ")
print()
for value in timedelta(0), timedelta(hours=-1, minutes=-30), timedelta(seconds=5), timedelta(microseconds=-5):
    zone = timezone(value)
    print(zone, repr(zone), pickle.loads(pickle.dumps(zone)) == zone, t(zone.tzname, None), t(zone.utcoffset, 5), t(zone.fromutc, datetime(2024, 1, 1, tzinfo=zone)), t(zone.fromutc, stamp))

# ---- durations
for f in (lambda: timedelta(1e10), lambda: timedelta(days=float("nan")), lambda: timedelta(days=float("inf")), lambda: timedelta("x"), lambda: timedelta(2**70), lambda: timedelta(microseconds=2**200), lambda: timedelta(microseconds=10**24), lambda: timedelta(weeks=-2**40), lambda: timedelta(1) * 1e300, lambda: timedelta(1) * float("nan"),
          lambda: timedelta(1) / 0, lambda: timedelta(1) / 0.0, lambda: timedelta(1) // timedelta(0), lambda: timedelta(1) % timedelta(0), lambda: divmod(timedelta(5), timedelta(2, 1)), lambda: timedelta(1) / timedelta(3), lambda: timedelta(999999999) + timedelta(1), lambda: -timedelta(-999999999), lambda: abs(timedelta(-5, 3)), lambda: timedelta(1) / 3, lambda: timedelta(1) // 7, lambda: timedelta(7) * 0.1,
          lambda: timedelta(1) * 2**300, lambda: timedelta(999999999) * 10**9, lambda: timedelta(5) // 2**100, lambda: timedelta(microseconds=3) / 2, lambda: timedelta(microseconds=5) / 2, lambda: timedelta(microseconds=-5) / 2, lambda: timedelta(1) * True, lambda: 0.5 * timedelta(microseconds=3), lambda: timedelta(microseconds=0.5), lambda: timedelta(microseconds=1.5), lambda: timedelta(days=1e-300), lambda: timedelta(days=5e-324, seconds=0.1)):
    print(repr(t(f)))


class Ratio:
    def __init__(self, *pair):
        self.pair = pair

    def as_integer_ratio(self):
        return self.pair


class OddFloat(float):
    def as_integer_ratio(self):
        return self.pair


for pair in (1, 3), (1,), (1, 0), (3.0, 1), (-7, -2), (7, -2):
    value = OddFloat(2.0)
    value.pair = pair
    print(pair if max(map(str, pair), key=len) < "9" * 9 else "...", repr(t(lambda: timedelta(3) * value)), repr(t(lambda: timedelta(3) / value)))

# ---- zones of files
print(ZoneInfo("Europe/Berlin") is ZoneInfo("Europe/Berlin"), ZoneInfo.no_cache("Europe/Berlin") is ZoneInfo("Europe/Berlin"))
kept = ZoneInfo("Europe/Berlin")
ZoneInfo.clear_cache(only_keys=["Europe/Berlin", "nowhere"])
print(kept is ZoneInfo("Europe/Berlin"), t(ZoneInfo.clear_cache, only_keys=5), t(ZoneInfo.clear_cache, only_keys=[[]]), t(ZoneInfo.clear_cache, 5))
for i in range(20):
    ZoneInfo("Etc/GMT+%d" % (i % 12))
again = ZoneInfo("Europe/Berlin")
ZoneInfo.clear_cache()
print(again is ZoneInfo("Europe/Berlin"))


class Zoned(ZoneInfo):
    pass


print(Zoned("Asia/Tokyo") is Zoned("Asia/Tokyo"), type(Zoned("Asia/Tokyo")).__name__, type(pickle.loads(pickle.dumps(Zoned("Asia/Tokyo")))).__name__)
one = Zoned("Asia/Tokyo")
Zoned.clear_cache(only_keys=("Asia/Tokyo",))
two = Zoned("Asia/Tokyo")
Zoned.clear_cache()
print(one is two, two is Zoned("Asia/Tokyo"), hasattr(Zoned, "_weak_cache"), type(Zoned._weak_cache).__name__)
Zoned._weak_cache = 5
print(t(Zoned, "Asia/Tokyo"), t(Zoned.clear_cache))
for key in "", "../etc/passwd", "/etc/passwd", "nowhere/at/all", "Europe", 5, b"x", "a\0b", "Europe/Ber\ud800":
    print(ascii(key), t(ZoneInfo, key), t(ZoneInfo.no_cache, key))


def packed(spans=((3600, 0, 0), (7200, 1, 4)), names=b"CET\0CEST\0", at=((0, 0),), rules=b"CET-1CEST,M3.5.0,M10.5.0/3", version=b"2", magic=b"TZif"):
    def block(size):
        head = magic + version + bytes(15) + struct.pack(">6l", 0, 0, 0, len(at), len(spans), len(names))
        return (head + b"".join(struct.pack(">q" if size == 8 else ">l", when) for when, _ in at) + bytes(i for _, i in at)
                + b"".join(struct.pack(">lbb", *s) for s in spans) + names)
    return block(4) + (block(8) + b"\n" + rules + b"\n" if version != b"\0" else b"")


class File:
    def __init__(self, *answers):
        self.answers = list(answers)

    def read(self, n=-1):
        answer = self.answers.pop(0) if self.answers else b""
        if isinstance(answer, Exception):
            raise answer
        return answer


STAMPS = [datetime(2024, m, d, h, 30, fold=f) for m, d in ((1, 1), (2, 29), (3, 31), (7, 1), (10, 27), (12, 31)) for h in (1, 2, 23) for f in (0, 1)] + [datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59), datetime(1960, 5, 5)]


def shown(zone):
    if isinstance(zone, tuple):
        return zone
    seen = []
    for at in STAMPS:
        there = at.replace(tzinfo=zone)
        seen.append((str(t(there.utcoffset)), str(t(there.dst)), str(t(there.tzname)), str(t(lambda: str(zone.fromutc(there))))))
    return hash(tuple(x.replace("'", "") for s in seen for x in s)) and sorted(set(s[:3] for s in seen)), seen[0][3], seen[-1][3]


RULES = (b"", b"CET-1", b"CET-1CEST", b"CET-1CEST,M3.5.0,M10.5.0/3", b"<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", b"AAA3BBB,J60,J300", b"AAA3BBB,59,299/1:02:03", b"AAA3BBB,J0,J300", b"AAA3BBB,366,1", b"AAA3BBB,M13.1.0,M1.1.0", b"AAA3BBB,M3.6.0,M1.1.0",
         b"AAA3BBB,M3.1.7,M1.1.0", b"AAA3BBB,M3.1,M1.1.0", b"AAA3BBB,M3,M1.1.0", b"AAA25BBB", b"AAA24:59:59", b"AAA+3:30BBB-2:15:05,M3.2.1,M11.1.2/24", b"AAA3BBB2", b"AAA3BBB,M3.5.0", b"AAA3BBB,M3.5.0,M10.5.0,X", b"AAA3BBB,M3.5.0,M10.5.0/168", b"A3", b"<AB3", b"<>3", b"3", b"AAA", b"AAA3BBB,X,Y",
         b"AAA3BBB,M3.5.0/x,M1.1.0", b"AAA3:x", b"AAA3:30:x", b"A\xff\xfe3", b"AAA3BBB,J400,J3", b"AAA3BBB,J,J3", b"AAA3BBB,M10.1.0,M3.1.0", b"AAA3BBB,M10.5.6/0,M3.4.3/0", b"AAA-14BBB,0/0,J365/25")
for rules in RULES:
    print(rules, shown(t(ZoneInfo.from_file, io.BytesIO(packed(rules=rules)), key="k")))
for how in ({"spans": ((3600, 0, 0),), "names": b"X\0"}, {"spans": ((3600, 1, 0),), "names": b"X\0", "rules": b""}, {"spans": ((3600, 0, 0), (7200, 1, 2)), "names": b"X\0Y\0", "at": ((-10, 1), (100, 0), (10**9, 1))}, {"version": b"\0"}, {"magic": b"none"}, {"at": ()}, {"spans": ((0, 0, 0),), "names": b"U\0", "at": (), "rules": b""},
            {"spans": ((3600, 1, 0), (3600, 0, 2)), "names": b"X\0Y\0", "at": ((0, 0), (10, 1)), "rules": b""}, {"spans": ((3600, 1, 0),), "names": b"X\0", "at": ((0, 0),), "rules": b""}, {"spans": ((-3600, 0, 0), (0, 1, 2), (3600, 1, 4)), "names": b"X\0Y\0Z\0", "at": ((0, 1), (1000, 2), (2000, 0), (3000, 2)), "rules": b"X1Y"}):
    print(how, shown(t(ZoneInfo.from_file, io.BytesIO(packed(**how)))))
whole = packed()
for cut in 0, 3, 4, 20, 44, 50, 60, 90, 110:
    print(cut, shown(t(ZoneInfo.from_file, io.BytesIO(whole[:cut]))))
for file in File(b"TZif", OSError("read")), File(5), 5, File(b"TZif2" + bytes(39)):
    print(t(ZoneInfo.from_file, file))
named = ZoneInfo.from_file(io.BytesIO(whole), key="k"), ZoneInfo.from_file(io.BytesIO(whole)), Zoned.from_file(io.BytesIO(whole), "z")
for zone in named:
    print(str(zone)[:20], repr(zone)[:40], zone.key, t(pickle.dumps, zone)[0] if isinstance(t(pickle.dumps, zone), tuple) else "pickled", t(setattr, zone, "key", 5))


class Like:
    """What a zone asks of a datetime, and no more."""
    def __init__(self, **kw):
        self.__dict__.update({"hour": 5, "minute": 6, "second": 7, "year": 2024, "fold": 0, "day": 19900}, **kw)

    def toordinal(self):
        return self.day


berlin = ZoneInfo("Europe/Berlin")
for like in (Like(), None, 5, date(2024, 1, 1), OddStamp(2024, 7, 1, tzinfo=berlin), Like(day=739000), Like(day="x"), Like(hour="x"), Like(fold=1, day=739000)):
    print(type(like).__name__, t(berlin.utcoffset, like), t(berlin.dst, like), t(berlin.tzname, like), t(ZoneInfo("Etc/UTC").utcoffset, like))
print(t(berlin.fromutc, stamp), t(berlin.fromutc, 5), t(berlin.fromutc, OddStamp(2024, 10, 27, 1, 30, tzinfo=berlin)))
print(t(ZoneInfo), t(ZoneInfo, "a", "b"), t(ZoneInfo, key="Etc/UTC"), t(ZoneInfo.from_file), t(ZoneInfo.no_cache), t(ZoneInfo._unpickle, "Etc/UTC", True), t(ZoneInfo._unpickle, "Etc/UTC", False), t(ZoneInfo._unpickle), zoneinfo.ZoneInfo is ZoneInfo, D.UTC is utc)


class Far(float):
    pass


for value in Far(1e300), Far(-1e-300), Far(5e-324), Far(0.0), Far("nan"):
    print(value, repr(t(lambda: timedelta(3) * value)), repr(t(lambda: timedelta(3) / value)))
