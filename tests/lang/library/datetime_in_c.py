"""What _datetime says and does, call by call: results, refusals, ISO 8601, folds, pickles."""
import os, time as clock
os.environ["TZ"] = "UTC"
clock.tzset()
import _datetime, pickle
from datetime import *
def t(s):
    try:
        print(s, '->', repr(eval(s)))
    except Exception as e:
        print(s, '!!', type(e).__name__, e)
class TZ(tzinfo):
    def utcoffset(self,dt): return timedelta(hours=1)
    def dst(self,dt): return None
    def tzname(self,dt): return 'x'
tz=TZ()
for s in r'''date()
date(1)
date(1,2,3,4)
date(1,2,'x')
date(1,2,2.0)
date(year=1,month=2,day=3,foo=1)
date(2**40,1,1)
date(b'\x07\xd0\x01')
date(b'\x07\xd0\x0d\x01')
datetime()
datetime(1,1)
datetime(1,1,1,tzinfo=3)
datetime(1,1,1,fold=2)
datetime(1,1,1,0,0,0,0,None,1)
datetime(b'\x07\xd0\x01\x01'+b'\0'*6,3)
datetime(b'\x07\xd0\x01\x01'+b'\0'*6,None,3)
time(24)
time(1,tzinfo=3)
time(1,2,3,4,None,1)
time('a')
timedelta('a')
timedelta(foo=1)
timedelta(1,2,3,4,5,6,7,8)
timedelta(1e20)
timedelta(float('nan'))
timedelta(float('inf'))
timedelta(10**9)
timedelta(10**20)
timedelta(1)/0
timedelta(1)/0.0
timedelta(1)//0
timedelta(1)%0
timedelta(1)%timedelta(0)
timedelta(1)/timedelta(0)
timedelta(1)*float('inf')
timedelta(1)*float('nan')
timedelta(1)*1e300
divmod(timedelta(1),timedelta(0))
timedelta(1)+1
timedelta(1)<1
timezone()
timezone(1)
timezone(timedelta(0),1)
timezone(timedelta(1))
timezone(timedelta(0),'x',3)
timezone(timedelta(0),'')
timezone(timedelta(0),name='UTC')
timezone(offset=timedelta(0))
timezone(timedelta(hours=1),'x')
timezone.utc.utcoffset(1)
timezone.utc.tzname(1)
timezone.utc.dst(1)
timezone.utc.fromutc(1)
timezone.utc.fromutc(datetime(1,1,1))
timezone.utc.utcoffset()
timezone.utc.__reduce__()
timezone(timedelta(1,0,-5),'k').__reduce__()
timezone.utc.__getinitargs__()
tz.__reduce__()
tz.__reduce_ex__(4)
tzinfo().utcoffset(None)
tzinfo().dst(None)
tzinfo().tzname(None)
tzinfo().fromutc(1)
tzinfo().fromutc(datetime(1,1,1))
tz.fromutc(datetime(1,1,1,tzinfo=tz))
date.fromordinal(0)
date.fromordinal(10**7)
date.fromordinal('a')
date.fromordinal(10**30)
date.fromtimestamp('a')
date.fromtimestamp(1e300)
date.fromtimestamp(float('nan'))
date.fromtimestamp(10**15)
datetime.fromtimestamp('a')
datetime.fromtimestamp(1e300)
datetime.fromtimestamp(10**12)
datetime.fromtimestamp(10**18)
datetime.fromtimestamp(-10**12)
datetime.fromtimestamp(1,3)
datetime.utcfromtimestamp(10**12)
datetime.utcfromtimestamp(10**30)
datetime.fromtimestamp()
datetime.utcfromtimestamp()
date.fromtimestamp()
date.fromisocalendar(1,2)
date.fromisocalendar(0,2,1)
date.fromisocalendar(2000,54,1)
date.fromisocalendar(2000,1,8)
date.fromisocalendar(2**70,1,8)
date.fromisocalendar('a',1,8)
date.fromisoformat(1)
date.fromisoformat('abc')
datetime.fromisoformat(1)
datetime.fromisoformat('abc')
datetime.fromisoformat('2020-01-01T25')
time.fromisoformat(1)
time.fromisoformat('zz')
time.fromisoformat('12:30:60')
date.fromisoformat('2020-13-01')
datetime.combine(1,2)
datetime.combine(date(1,1,1),2)
datetime.combine(date(1,1,1))
datetime.combine(date(1,1,1),time(),3)
datetime.strptime(1,2)
datetime.strptime('1','%Y')
datetime.strptime('1')
date(1,1,1).strftime(1)
date(1,1,1).strftime()
format(date(1,1,1),'')
date(1,1,1).__format__(1)
date(1,1,1).replace(year=0)
date(1,1,1).replace(1,2,3,4)
date(1,1,1).replace(x=1)
date(1,1,1).replace('a')
datetime(1,1,1).replace(fold=3)
datetime(1,1,1).replace(tzinfo=3)
datetime(1,1,1).isoformat(timespec='x')
datetime(1,1,1).isoformat('ab')
datetime(1,1,1).isoformat(1)
datetime(1,1,1).isoformat(' ',3)
time().isoformat('x')
time().isoformat(timespec=1)
time().strftime()
datetime(1,1,1).astimezone(3)
datetime(1,1,1)-timedelta(1)
date(1,1,1)-timedelta(1)
date(1,1,1)+1
date(1,1,1)<1
date(1,1,1)<datetime(1,1,1)
datetime(1,1,1)<date(1,1,1)
datetime(1,1,1)<1
datetime(1,1,1)<datetime(1,1,1,tzinfo=tz)
datetime(1,1,1)-datetime(1,1,1,tzinfo=tz)
time(1)<time(1,tzinfo=tz)
time(1)<1
datetime.now(3)
datetime.now(1,2)
datetime.now(x=2)
date(2020,1,1).isocalendar()
date(2020,1,1).isocalendar().__reduce__()
type(date(2020,1,1).isocalendar())(1,2)
type(date(2020,1,1).isocalendar())(1,2,3)
type(date(2020,1,1).isocalendar())(year=1,week=2,weekday=3)
type(date(2020,1,1).isocalendar()).__mro__
type(date(2020,1,1).isocalendar()).__new__.__text_signature__
date(1,1,1).__reduce__()
datetime(1,1,1).__reduce_ex__('a')
datetime(1,1,1,fold=1).__reduce_ex__(4)
datetime(1,1,1,tzinfo=timezone.utc).__reduce__()
time(1,2,tzinfo=timezone.utc).__reduce__()
time(1,2,fold=1).__reduce_ex__(4)
timedelta(1).__reduce__()
bool(time(0))
datetime(1,1,1).timetuple()
datetime(1,1,1).utctimetuple()
datetime(1,1,1,tzinfo=timezone(timedelta(hours=1))).utctimetuple()
datetime(1,1,1).timestamp()
datetime(9999,12,31).timestamp()
timezone(timedelta(1,0,0),'x')
timezone(timedelta(0,1,1)).tzname(None)
timezone(-timedelta(0,1,1)).tzname(None)
datetime.fromisoformat('2020-01-01T10:20:30.1234567+01:02:03.5')
timedelta(days=1.5,seconds=True)
date.today(1)
datetime.utcnow(1)
date(1,1,1).weekday(1)
date.max+timedelta(1)
timedelta.max+timedelta(1)
-timedelta.max
-timedelta.min
abs(timedelta.min)
timedelta.__rmod__(timedelta(1),3)
timedelta(1)*'a'
timedelta(1)/'a'
'''.splitlines():
    t(s)
class F(float):
    def as_integer_ratio(self): return r
for r in (1,(1,2,3),(),(1.5,2),(6,4)):
    for op in ('*','/'):
        try: print(r,op,eval(f'timedelta(1){op}F(3.0)'))
        except Exception as e: print(r,op,type(e),e)
class S(str):
    def replace(self,*a): return v
class T(tzinfo):
    def tzname(self,d): return S('x')
    def utcoffset(self,d): return None
for v in (None,1,'a%b'):
    try: print(datetime(1,1,1,tzinfo=T()).strftime('%Z'))
    except Exception as e: print(type(e),e)
for s in ('20200101xx','2020-01-01xxx','2020W011','2020-W01-1','2020-W01','2020W01','2020-W01-8','2020-W54','0001-W01-1'[:10],'9999-W52-7','2020-1-1','20201-01','202001','2020-01-0é','2020-01-01é10:20','2020-01-01 10','2020-01-01T10:20:30:40','2020-01-01T1020304','2020-01-01T10203040','2020-01-01T10:2030','2020-01-01T10:20Z','2020-01-01T10:20Zx','2020-01-01T10+25','2020-01-01T10+23:59:59.9','2020-01-01T10+0100','2020-01-01T10-01:00','2020-01-01T10:20:30.','2020-01-01T10:20:30,1','2020-01-01T10:20:30.1234567x','2020-01-01T24:00','2020-01-01T','2020-01-01T1','2020W0110','2020W011T10','2020W01110','2020-W01-110','2020-W01-1T10','2020-01-01\ud80010','2020-01\ud800','2020\ud80001','T10','2020-01-01T10:20:30+','2020-01-01T10:20:30-0','1234567','12345678','2020-01-01\x0010'):
    for c in (date,datetime,time):
        try: print(ascii(s),c.__name__,c.fromisoformat(s))
        except Exception as e: print(ascii(s),c.__name__,type(e).__name__,ascii(str(e)))
for s in ('10:20:30:40','T1020','1020304','10','1','10:2','10:20+00','10:20-00:00:00.000001','10.5','10:20.5','Z','10Z','T','','10:20:30.123456789+01'):
    try: print(s,repr(time.fromisoformat(s)))
    except Exception as e: print(s,type(e).__name__,e)
for tz in ('Europe/Berlin','America/New_York','Australia/Lord_Howe'):
    os.environ['TZ']=tz; clock.tzset()
    for s in (0,1583636400,1604203200,1604206800,1604210400,1585443600,1603584000,1603587600,1603591200,-10**10,1e9+.5,-0.5,1.0000005,1.5e-6,2.5e-6,-2.5e-6,253402300799,-62135596800):
        try:
            d=datetime.fromtimestamp(s); print(tz,s,repr(d),d.timestamp(),d.astimezone())
        except Exception as e: print(tz,s,type(e).__name__,e)
    for d in (datetime(2020,3,29,2,30),datetime(2020,3,29,2,30,fold=1),datetime(2020,10,25,2,30),datetime(2020,10,25,2,30,fold=1),datetime(2020,11,1,1,30),datetime(2020,11,1,1,30,fold=1)):
        print(d.timestamp(), d.astimezone(timezone.utc), d.astimezone())

print(_datetime.datetime is datetime, datetime.__module__, datetime.__qualname__, datetime.__mro__)
print([n for n in dir(_datetime) if n != '__loader__'])
for c in (date, datetime, time, timedelta, tzinfo, timezone):
    print(c.__name__, [n for n in dir(c) if n not in dir(object)])


class Day(date):
    def __new__(cls, *a, **k):
        print('Day', a, k)
        return date.__new__(cls, *a, **k)


class Moment(datetime):
    def __new__(cls, *a, **k):
        print('Moment', a, k)
        return datetime.__new__(cls, *a, **k)


d = Day(2020, 2, 29)
for v in (d + timedelta(1), d - timedelta(1), d.replace(year=2024), Day.fromordinal(1), Day.fromisoformat('2020-W10'),
          Day.fromisocalendar(2020, 1, 1), pickle.loads(pickle.dumps(d)), d - date(2020, 1, 1)):
    print(type(v).__name__, v)
m = Moment(2020, 2, 29, 1, 2, 3, 4, timezone.utc, fold=1)
for v in (m + timedelta(1), m.replace(fold=0), m.astimezone(timezone(timedelta(hours=1))), Moment.combine(d, time(1, fold=1)),
          Moment.fromisoformat('2020-01-01T01:02'), pickle.loads(pickle.dumps(m, 4)), m - m, m.date(), m.timetz()):
    print(type(v).__name__, repr(v))
print(hash(date(2020, 1, 2)) == hash(bytes([7, 228, 1, 2])), hash(timedelta(1, 2, 3)) == hash((1, 2, 3)))
for tz in (timezone.utc, timezone(timedelta(hours=5)), timezone(timedelta(hours=-20))):
    for v in (datetime(2020, 1, 2, 3, tzinfo=tz), time(3, 4, 5, 6, tz), time(23, fold=1, tzinfo=tz)):
        print(v, hash(v) == hash(v.replace(fold=0)), pickle.loads(pickle.dumps(v)) == v)
    print(hash(datetime(2020, 1, 2, 3, tzinfo=tz)) == hash(datetime(2020, 1, 2, 3, tzinfo=tz).astimezone(timezone.utc)))
    print(hash(time(3, tzinfo=tz)) == hash((3 - tz.utcoffset(None).days * 24 - tz.utcoffset(None).seconds // 3600, 0, 0, 0)))
print(f'{date(2020, 1, 2):%d.%m.%y %% %}', format(datetime(2020, 1, 2, 3, 4, 5, 6, timezone.utc), '%z|%Z|%f|%H'), ascii(time(1).strftime('%Z%z%f\x00x')))
for n in range(1, 3652060, 997):
    d = date.fromordinal(n)
    assert d.toordinal() == n and date(*d.timetuple()[:3]) == d and date.fromisocalendar(*d.isocalendar()) == d
    assert d.weekday() == (n + 6) % 7 and d.timetuple().tm_yday == n - date(d.year, 1, 1).toordinal() + 1
east = timezone(timedelta(hours=5))
print(hash(time(8, 47, tzinfo=east)) == hash(time(3, 47, tzinfo=timezone.utc)))
