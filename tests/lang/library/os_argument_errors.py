# What poll, epoll, select, vectors, listdir, truncate, eventfd and OSError say of wrong arguments.
import errno, os, select, shutil, tempfile
# 99 is asked about below, and nobody holds it; select() looks at no descriptor that the kernel's table, which
# has 64 at first, is too short for: so it is made to grow.
os.dup2(0, 1000); os.closerange(50, 1100)
def t(label, f):
    try: r = f(); print(label, 'ok', r if isinstance(r,(str,int,bytes,tuple,list,type(None))) else type(r))
    except BaseException as e: print(label, type(e).__name__, e, getattr(e,'errno','-'), getattr(e,'filename','-'))
d=tempfile.mkdtemp(); os.chdir(d); open('f','w').write('hello')
r,w=os.pipe()
p=select.poll(); e=select.epoll()
for a in [(),(1,),('x',),(-1,),(1.5,),(None,),(10**20,),(99999,)]:
    for n,o in (('poll',p),('epoll',e)):
        for m in ('register','unregister','modify','poll'):
            if m=='poll' and a in [(),(None,),(-1,),(99999,),(1,)]: continue
            t((n,m,a), lambda: getattr(o,m)(*a))
for a in [(r,'x'),(r,-1),(r,2**16),(r,2**31),(r,2**32),(r,2**64),(r,1.5),(r,None),(r,1,2)]:
    for n,o in (('poll',p),('epoll',e)):
        for m in ('register','modify'):
            t((n,m,a[1:]), lambda: getattr(o,m)(*a))
t('pm',lambda:p.poll(0,1)); t('pm',lambda:p.poll(0)); t('pm',lambda:p.poll('a')); t('pm',lambda:p.poll(2**40)); t('pmk',lambda:p.poll(timeout=0)); t('pf',lambda:p.poll(0.0001)); t('p', lambda:p.poll(float('nan'))); t('p', lambda:p.poll(float('inf')))
for a,k in [((0,0),{}),((0,-2),{}),((0,'x'),{}),(('x',),{}),((0,1,2),{}),((),{'timeout':0}),((),{'timeout':0,'maxevents':0}),((),{'maxevents':-1,'timeout':0}),((2**40,),{}),((float('nan'),),{}),((0,2**31),{}),((),{'foo':1}),((0.0,1.0),{})]:
    t(('ep',a,k), lambda: e.poll(*a,**k))
for a,k in [((0,),{}),((-2,),{}),((1,2,3),{}),(('x',),{}),((),{'flags':select.EPOLL_CLOEXEC}),((),{'sizehint':-1}),((),{'sizehint':5,'flags':5}),((),{'x':1}),((2**31,),{}),((1,2**31),{}),((1,-1),{})]:
    t(('epoll',a,k), lambda: select.epoll(*a,**k))
t('fromfd',lambda:select.epoll.fromfd('x')); t('fromfd',lambda:select.epoll.fromfd(-1)); t('fromfd',lambda:select.epoll.fromfd()); 
e2=select.epoll(); e2.close()
for m,a in [('poll',()),('register',(r,)),('modify',(r,1)),('unregister',(r,)),('fileno',()),('close',()),('__enter__',()),('__exit__',()),('__exit__',(1,)),('__exit__',(None,None,None))]:
    t(('closed',m,a), lambda: getattr(e2,m)(*a))
t('closed',lambda:e2.closed); t('e',lambda:e.unregister(r)); t('e',lambda: e.register(r)); t('e',lambda: e.register(r)); t('e', lambda: e.modify(w,1)); t('reg file', lambda: e.register(open('f'),1)); t('p', lambda: p.modify(w,1)); t('pu', lambda: p.unregister(w))
t('poll()',lambda:select.poll(1)); t('select', lambda: select.select([],[],[],-1)); t('select', lambda: select.select([],[],[],'a')); t('select', lambda: select.select([1.5],[],[],0)); t('select', lambda: select.select(1,[],[],0)); t('select', lambda: select.select([-1],[],[],0)); t('select', lambda: select.select([2000],[],[],0)); t('select',lambda:select.select([],[])); t('select',lambda:select.select([10**10],[],[],0)); t('select',lambda:select.select([99],[],[],0))
class F:
    def __init__(s,v): s.v=v
    def fileno(s): return s.v
for v in ('x',-1,None,2**40,1.5,True):
    t(('fileno',v),lambda:select.select([F(v)],[],[],0)); t(('filenop',v),lambda:p.register(F(v))); t(('filenoe',v),lambda:e.unregister(F(v)))
for nm in ('readv','writev'):
    f=getattr(os,nm)
    for a in [(),(r,),(r,1),(r,[]),(r,[1]),(r,[b'x']),(r,[bytearray(1),'x']),('x',[]),(-1,[bytearray(1)]),(w,[b'x',1]),(w,(b'a',)),(w,{}),(w,b'abc'),(w,'abc'),(w,[b'x']*2000),(r,None),(10**20,[]),(w,[memoryview(b'abcd')[::2]]),(r,[b'a'],1)]:
        t((nm,str(a[1:])[:8]), lambda: f(*a))
for nm in ('preadv','pwritev'):
    f=getattr(os,nm); fd=os.open('f',os.O_RDWR)
    for a in [(),(fd,[]),(fd,[bytearray(2)]),(fd,[bytearray(2)],0),(fd,[bytearray(2)],-1),(fd,[bytearray(2)],'x'),(fd,[bytearray(2)],0,99999),(fd,1,0),(fd,[1],0),(fd,[bytearray(1)],2**70),(fd,[bytearray(1)],0,'x'),(fd,[bytearray(1)],1.5)]:
        t((nm,str(a[1:])), lambda: f(*a))
for nm in ('listdir','scandir'):
    f=getattr(os,nm)
    for a in [('nonex',),(b'nonex',),(1.5,),(None,),(-1,),(99,),(10**20,),([],),('a\0b',),('f',),(b'f',),(True,),(bytearray(b'.'),),(memoryview(b'.'),),(1,2),('',),(os.open('.',0),)]:
        t((nm,str(a)[:9]), lambda: (lambda x: x if isinstance(x,list) else sorted(i.name for i in x))(f(*a)))
    t((nm,'k'),lambda:f(path='nonex')); t((nm,'k'),lambda:f(foo=1))
for a in [(),('f',),('f','x'),('f',-1),('f',1.5),('nonex',1),(None,1),(1.5,1),(-1,1),('f',2**70),('f',None),(99,0),(b'nonex',0),('f\0',0),('f',1,2),('.',0)]:
    t(('truncate',str(a)), lambda: os.truncate(*a))
    t(('ftruncate',str(a)), lambda: os.ftruncate(*a))
ef=os.eventfd(0)
for a in [(),(ef,),(ef,-1),(ef,2**64),(ef,2**64-1),(ef,'x'),(ef,1.5),('x',1),(-1,1),(99,1),(ef,1,2),(ef,None),(ef,2**70),(ef,True)]:
    if a==(ef,2**64-1): continue
    t(('efw',str(a[1:])), lambda: os.eventfd_write(*a))
for a in [(),('x',),(-1,),(99,),(None,),(1.5,)]: t(('efr',a), lambda: os.eventfd_read(*a))
for a in [(),('x',),(-1,),(2**32,),(2**31,),(1.5,),(0,'x'),(0,99999999),(0,0,0)]: t(('ef',a), lambda: os.eventfd(*a) and 1)
for a in [(0,),(0,'m'),(0,'m','f'),(0,'m','f',None,'g'),(0,None),(errno.ENOENT,0),(0.0,'m'),(True,'m'),('0','m'),(None,None),(-1,'m'),(10**20,'m'),(2,'m',None),(2,'m',0),(0,'',0),(2,'m','f',0,None),(2,'m','f',5,'g',6),(2,'m',b'f'),(2,),()]:
    def f():
        x=OSError(*a); return (type(x).__name__, str(x), repr(x), x.errno, x.strerror, x.filename, x.filename2, x.args, x.__reduce__()[1:])
    t(('OSE',a), f)
x=OSError(2,'a','f'); x.errno=0; t('s0',lambda:str(x)); x.errno=None; t('s',lambda:str(x)); x.strerror=None; t('s',lambda:str(x)); del x.errno; t('s',lambda:(str(x),x.errno)); x.filename=0; t('s',lambda:str(x)); del x.filename; t('s',lambda:str(x))
x=BlockingIOError(11,'a',3); t('b',lambda:(x.characters_written,str(x),x.filename)); x=BlockingIOError(11,'a','z'); t('b',lambda:x.characters_written); x=BlockingIOError(0,'a',0);t('b',lambda:(x.characters_written,str(x)))
shutil.rmtree(d)
