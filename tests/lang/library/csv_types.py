import csv, _csv, io, copy, pickle
def t(label, f):
    try: r = f(); print(label, 'ok', r if isinstance(r,(str,int,bytes,tuple,list,type(None))) else type(r))
    except BaseException as e: print(label, type(e).__name__, e)
R,W=_csv.Reader,_csv.Writer
for T in (R,W):
    class S(T):
        def __init__(self,*a,**k): print('init',a,k)
    for mk in (lambda: T(), lambda: T(1), lambda: T(x=1), lambda: S(), lambda: S(1,2), lambda: T.__new__(S,3)):
        t('mk', mk)
    for T2 in (T,S):
        o=T2.__new__(T2)
        t('dialect', lambda:o.dialect)
        t('line', lambda:o.line_num)
        t('iter', lambda:iter(o) is o)
        t('attr', lambda:setattr(o,'x',1))
        t('dict', lambda:o.__dict__)
        t('writerows1', lambda:o.writerows(1))
        t('writerows1', lambda:o.writerows([]))
        t('dialectset', lambda:setattr(o,'dialect',1))
        t('init', lambda:o.__init__(1))
        t('new', lambda:type(o).__new__(int))
        t('copy', lambda: copy.copy(o))
        t('repr', lambda: repr(o).split(' at')[0])
t('a',lambda:R.foo)
class D(_csv.Dialect):
    delimiter=';'
t('D', lambda: [D().delimiter, D(delimiter='|').delimiter])
t('Dc', lambda: copy.copy(D()))
t('Dx', lambda: D(csv.excel).delimiter)
t('Dq', lambda: _csv.Dialect(D()).delimiter)
t('nt', lambda: [type(x).__name__ for x in (R.__dict__['dialect'], R.__dict__['line_num'], _csv.Dialect.__dict__['delimiter'],_csv.Dialect.__dict__['strict'])])
t('delete', lambda: delattr(csv.reader([]),'line_num'))
t('delete', lambda: delattr(_csv.Dialect(),'delimiter'))
t('set', lambda: setattr(_csv.Dialect(),'delimiter',1))
t('set', lambda: setattr(_csv.Dialect(),'strict',1))
t('dup', lambda: R.__dict__['line_num'].__get__(csv.writer(io.StringIO())))
