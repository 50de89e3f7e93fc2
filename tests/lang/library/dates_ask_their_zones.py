# how often, and in which order, what works on two times asks their zones
from datetime import *
log=[]
rows=[]
class Zone(tzinfo):
    def __init__(self, n, *answers):
        self.n=n; self.answers = answers
    def utcoffset(self, when):
        log.append(self.n)
        return self.answers[0]
    def dst(self, when): return self.answers[1]
    def tzname(self, when): return self.answers[2]
zs=[Zone('a',None,None,None),Zone('b',timedelta(hours=1),timedelta(0),'x'),Zone('c',timedelta(hours=-3),None,None),Zone('d',timedelta(minutes=-1),None,'d'),Zone('e',timedelta(hours=23),None,None),Zone('f',timedelta(0),None,''),timezone.utc,timezone(timedelta(hours=2)),None]
import itertools, operator, zlib
xs=[(repr(z.n) if isinstance(z,Zone) else z, k(z)) for z in zs for k in (lambda z: datetime(2000,1,2,3,4,5,tzinfo=z), lambda z: time(3,4,5,tzinfo=z), lambda z: time(3,4,5,tzinfo=z,fold=1), lambda z: datetime(2001,3,25,2,30,tzinfo=z,fold=1))]+[(None,date(2000,1,2)),(0,timedelta(1))]
for (n,x),(m,y) in itertools.product(xs,xs):
    for op in (operator.lt,operator.eq,operator.sub,operator.ge,operator.ne):
        log.clear()
        try: r=op(x,y)
        except Exception as e: r=repr(e)
        rows.append((n, type(x).__name__, m, type(y).__name__, op.__name__, tuple(log), str(r)))
for n,x in xs:
    for f in (hash,repr,str,lambda x:x.isoformat(),lambda x:x.astimezone(zs[1]),lambda x:x.timetuple(),lambda x:x.utctimetuple(),lambda x:x.timestamp(),lambda x:x.strftime('%z %Z'),lambda x:x.replace(tzinfo=None), lambda x:x.__reduce_ex__(4), lambda x:x.dst()):
        log.clear()
        try: r=f(x); r=r if f is not hash else 0
        except Exception as e: r=repr(e)
        rows.append((n, type(x).__name__, tuple(log), f.__name__))
for row in rows[::23]:
    print(*row)
print(len(rows), zlib.crc32(repr(rows).encode()))
del zs, xs, n, x, m, y, r, log  # a zone whose functions know the dates would live on
