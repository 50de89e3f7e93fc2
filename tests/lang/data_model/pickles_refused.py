import pickle, copy, _random, itertools, io, re, types, weakref, collections, functools, operator, sys, array, _thread, contextvars, select, socket, struct, random, json, _json, unicodedata, _struct
def g(): yield
async def co(): yield
class A: pass
objs = dict(rnd=_random.Random(1), gen=g(), mod=sys, fn=lambda:0, lock=_thread.allocate_lock(), rlock=_thread.RLock(), tbl=re.compile('a'), m=re.match('a','a'), frame=sys._getframe(), code=g.__code__, wr=weakref.ref(A), cell=types.CellType(1), mp=types.MappingProxyType({}), part=functools.partial(int), ig=operator.itemgetter(1), bio=io.BytesIO(b'ab'), sio=io.StringIO('a'), mv=memoryview(b'a'), cv=contextvars.ContextVar('x'), ctx=contextvars.copy_context(), st=struct.Struct('i'), poll=select.poll(), it=iter([1]), dk={}.keys(), di=iter({}), si=iter({1}), en=enumerate([1]), zp=zip([1]), mapp=map(int,[1]), flt=filter(None,[]), rng=iter(range(3)), big=iter(range(2**70)), rev=reversed([1]), cnt=itertools.count(), cyc=itertools.cycle([1]), sl=slice(1), ell=..., ni=NotImplemented, prop=property(), sm=staticmethod(int), cm=classmethod(int), sup=super(A,A()), obj=object(), tp=type, none=type(None), ga=list[int], un=int|str, agen=co(), deque=collections.deque([1]), dd=collections.defaultdict(int), od=collections.OrderedDict(a=1), bound=[].append, wrap=(1).__add__, md=list.append, gs=types.FunctionType.__code__, sc=json.scanner.c_make_scanner(json.JSONDecoder()), chain=itertools.chain([1]), tee=itertools.tee([1])[0], ev=Exception('a'), ci=iter(int,1), tb=None, sqi=iter(''), byi=iter(b'a'), bai=iter(bytearray(b'a')), mvi=iter(memoryview(b'a')), file=open('/dev/null'), ns=types.SimpleNamespace(a=1), struct_time=__import__('time').gmtime(0), stat=__import__('os').stat('/'), tkn=contextvars.ContextVar('y').set(1))
for n, o in objs.items():
    for p in (2, 4):
        try: r = pickle.dumps(o, p); r='ok'
        except BaseException as e: r = type(e).__name__ + ' ' + str(e)
        if '0x' in r: r = r.split('0x')[0]
        print(n, p, r)
    try: r = copy.copy(o); r='ok'
    except BaseException as e: r = type(e).__name__ + ' ' + str(e)
    if '0x' in r: r = r.split('0x')[0]
    print(n, 'copy', r)
