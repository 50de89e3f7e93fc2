"""zoneinfo.ZoneInfo and _statistics in C: what is kept, refused and pickled, and the offsets of zones without files."""
import _statistics, _zoneinfo, gc, io, pickle, struct, weakref, zoneinfo
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo


def show(text):
    try:
        print(text, '->', repr(eval(text)))
    except Exception as e:
        print(text, '!!', type(e).__name__, e)


def tzif(changes, spans, names, rules):
    body = lambda size: (struct.pack(f'>{len(changes)}{size}', *[c[0] for c in changes]) + bytes(c[1] for c in changes)
                         + b''.join(struct.pack('>lbb', *s) for s in spans) + names)
    head = b'TZif2' + bytes(15) + struct.pack('>6l', 0, 0, 0, len(changes), len(spans), len(names))
    return io.BytesIO(head + body('l') + head + body('q') + b'\n' + rules + b'\n')


class Sub(ZoneInfo):
    pass


EUROPE = [(0, 1), (15552000, 0), (31536000, 1)], [(3600, 0, 0), (7200, 1, 4)], b'CET\0CEST\0'
for text in '''_zoneinfo.ZoneInfo is ZoneInfo, hasattr(ZoneInfo, '_weak_cache'), ZoneInfo.__module__
ZoneInfo()
ZoneInfo('a', 'b')
ZoneInfo('Nope/Nope')
ZoneInfo('../x')
ZoneInfo.no_cache()
ZoneInfo.from_file()
ZoneInfo.from_file(1)
ZoneInfo.from_file(io.BytesIO(b'abc'))
ZoneInfo.from_file(tzif(*EUROPE, b''), key='x')
ZoneInfo.from_file(tzif(*EUROPE, b'')).__reduce__()
str(ZoneInfo.from_file(tzif(*EUROPE, b''), 'x'))
ZoneInfo.from_file(tzif(*EUROPE, b'x'), 'x')
ZoneInfo.from_file(tzif(*EUROPE, b'AAA3BBB'), 'x')
ZoneInfo.from_file(tzif(*EUROPE, b'AAA25'), 'x')
ZoneInfo.clear_cache(1)
ZoneInfo.clear_cache(only_keys=1)
ZoneInfo._unpickle('a')
ZoneInfo.from_file(tzif(*EUROPE, b''), 'x').utcoffset(1)
ZoneInfo.from_file(tzif(*EUROPE, b''), 'x').fromutc(1)
Sub.from_file(tzif(*EUROPE, b''), 'x')
type(Sub._weak_cache).__name__
_statistics._normal_dist_inv_cdf(0.3, 0, 1), _statistics._normal_dist_inv_cdf(1e-20, 5, 2), _statistics._normal_dist_inv_cdf(.97, 5, 2)
_statistics._normal_dist_inv_cdf(0, 0, 1)
_statistics._normal_dist_inv_cdf(.5)'''.splitlines():
    show(text)

for rules in (b'', b'CET-1CEST,M3.5.0,M10.5.0/3', b'<-03>3<-02>,M3.5.0/-2,M10.5.0/-1', b'AAA+3BBB,J60/26:30:15,299', b'IST-1GMT0,M10.5.0,M3.5.0/1',
              b'UTC0', b'EST5EDT,0/0,J365/25'):
    zone = ZoneInfo.from_file(tzif(*EUROPE, rules), 'zone')
    print(rules, zone.utcoffset(None), time(1, tzinfo=zone).utcoffset())
    for day in (datetime(1950, 1, 1), datetime(1970, 1, 1), datetime(1970, 6, 30, 1), datetime(1970, 6, 30, 2, 30), datetime(1971, 1, 1, 1, 30),
                datetime(2021, 3, 28, 2, 30), datetime(2021, 10, 31, 2, 30), datetime(2024, 2, 29, 12), datetime(2024, 12, 31, 23)):
        for fold in (0, 1):
            d = day.replace(tzinfo=zone, fold=fold)
            print(' ', d, d.tzname(), d.dst(), d.astimezone(timezone.utc), end=';')
        print(repr(day.replace(tzinfo=timezone.utc).astimezone(zone)))

for name in ('Europe/Berlin', 'UTC'):
    try:
        a = ZoneInfo(name)
    except zoneinfo.ZoneInfoNotFoundError:
        continue  # a machine without the time zones
    assert a is ZoneInfo(name) is pickle.loads(pickle.dumps(a)) and a is not ZoneInfo.no_cache(name) and a.key == name
    assert Sub(name) is not a and repr(Sub(name)) == f"Sub(key='{name}')"
    kept = weakref.ref(a)
    del a
    assert kept() is not None
    ZoneInfo.clear_cache(only_keys=[name])
    gc.collect()
    assert kept() is None
