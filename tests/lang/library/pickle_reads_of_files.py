"""What load() calls of a file: it peeks far ahead where it can, reads large bytes into their place, and leaves the file
behind the pickle."""
import gzip
import io
import os
import pickle
import tempfile


def tr(f):
    try: r=f()
    except Exception as e: r=f'{type(e).__name__}: {e}'
    print(str(r)[:150])
class F:
    def __init__(s,b,**kw): s.b=io.BytesIO(b); s.__dict__.update(kw)
    def read(s,n=-1): log.append(('read',n)); return s.b.read(n)
    def readline(s): log.append('readline'); return s.b.readline()
class P(F):
    def peek(s,n=0): log.append(('peek',n)); p=s.b.tell(); r=s.b.read(n); s.b.seek(p); return r
class Short(P):
    def peek(s,n=0): return super().peek(3)
class NI(F):
    def peek(s,n): log.append('peek'); raise NotImplementedError
class Bad(F):
    def peek(s,n): raise KeyError(n)
class MV(P):
    def peek(s,n=0): return memoryview(bytearray(super().peek(n)))
class St(F):
    def peek(s,n): return 'str'
class RI(F):
    def readinto(s,m): log.append(('readinto',len(m))); return s.b.readinto(m)
class RN(F):
    def readinto(s,m): return -1
class RX(F):
    def readinto(s,m): return 'x'
class RB(F):
    def read(s,n): log.append(('read',n)); return bytearray(s.b.read(n))
class RS(P):
    def readinto(s,m): log.append(('readinto',len(m))); return s.b.readinto(m[:1])
objs=[[1,'a'*10,b'x'*300,{'k':[1.5]}],bytearray(b'q'*200),b'z',b'',{'a':(1,2)},10**40,['\u20ac'*50]]
for C in (F,P,Short,NI,Bad,MV,RI,RN,RX,RB,RS):
    for proto in (0,1,2,3,4,5):
        log=[]
        f=C(b''.join(pickle.dumps(o,proto) for o in objs)+b'rest')
        u=None
        def go():
            return [pickle.load(f)==o for o in objs]
        print(C.__name__,proto); tr(go); print(len(log),log[:6],f.b.read(9))
        f.b.seek(0); log.clear(); u=pickle.Unpickler(f); tr(lambda:[u.load()==o for o in objs]); print(len(log),log[:6],f.b.read(9)); tr(u.load)
for C in (F,P,RI):
    for data in (b'',b'N',b'\x80\x04\x95\x10\0\0\0\0\0\0\0N.',b'B\xff\xff\xff\x7fabc',b'B\5\0\0\0abc',b'X\5\0\0\0ab',b'\x95\3\0\0\0\0\0\0\0X\5\0\0\0hello.',b'I1',b'I1\n.',b'\x8e\5\0\0\0\0\0\0\0ab',b'\x96\5\0\0\0\0\0\0\0ab',b'cos\n',b'C\0',b'B\0\0\0\0',b'\x80\x05\x95\x05\0\0\0\0\0\0\0N.N.N.'):
        log=[]; f=C(data); tr(lambda:pickle.load(f)); print(C.__name__,data[:12],log,f.b.tell())
n = tempfile.mktemp()
with open(n,'wb') as f:
    for o in objs*200: pickle.dump(o,f,2)
with open(n,'rb') as f: print(sum(pickle.load(f)==o for o in objs*200), f.tell(), f.read())
with open(n,'rb',0) as f: print(sum(pickle.load(f)==o for o in objs*20), f.tell())
with gzip.open(n,'wb') as f:
    for o in objs*20: pickle.dump(o,f,1)
with gzip.open(n) as f: print(sum(pickle.load(f)==o for o in objs*20), f.tell(), f.read())
os.remove(n)
