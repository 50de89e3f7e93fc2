"""The coders of East Asian encodings: pieces, states, streams, and what they do not take."""
import codecs, _multibytecodec as m
info=codecs.lookup('gbk'); D=info.incrementaldecoder; E=info.incrementalencoder
def t(f,*a,**k):
    try: r=f(*a,**k); print(r)
    except Exception as e: print(type(e).__name__, e)
for c in (m.MultibyteIncrementalDecoder,m.MultibyteIncrementalEncoder,m.MultibyteStreamReader,m.MultibyteStreamWriter):
    print(c, c.__module__, c.__qualname__, c.__doc__, c.__bases__, c.__flags__ & 0x500, c.__basicsize__>0)
    print(sorted(k for k in c.__dict__))
    t(c); t(c,'strict'); t(c, 5); t(c,None); t(c,'a','b','c'); t(c,errors='x',z=1)
    t(setattr,c,'x',1)
    t(lambda: c.__text_signature__)
    for k in ('encode','decode','getstate','setstate','reset','read','readline','readlines','write','writelines'):
        if k in c.__dict__: print(k, c.__dict__[k].__text_signature__, type(c.__dict__[k]).__name__, (c.__dict__[k].__doc__))
class Q(m.MultibyteIncrementalDecoder): codec=5
t(Q)
class Q(m.MultibyteIncrementalEncoder): codec=5
t(Q)
d=D(); e=E()
t(d.decode); t(d.decode,'x'); t(d.decode,5); t(d.decode,b'\xc4',final=True); t(d.decode,input=b'a'); t(d.decode,b'a',1,2)
t(d.decode,b'\xc4'); t(d.getstate); t(d.decode,bytearray(b'\xe3')); t(d.decode,memoryview(b'\xc4\xe3')); t(d.decode,b'',True)
t(d.decode,b'\xc4',5); t(d.decode, b'\xff\xff'); t(d.getstate); t(d.decode,b'a',[])
t(d.setstate,5); t(d.setstate,(1,2)); t(d.setstate,(b'a','b')); t(d.setstate,(b'a',)); t(d.setstate,(b'123456789',0)); t(d.setstate,(b'',1<<64)); t(d.setstate,(b'',-1)); t(d.setstate,(b'\xc4',5)); t(d.getstate); t(d.reset); t(d.getstate);t(d.setstate,(b'\xc4',0,1))
t(e.encode); t(e.encode,b'x'); t(e.encode,'\u4f60',final=True); t(e.encode,input='a'); t(e.encode,'\udc80'); t(e.getstate); t(e.setstate,'a'); t(e.setstate,-1); t(e.setstate,1<<200); t(e.setstate,9); t(e.setstate,1|0x80<<8); t(e.getstate); t(e.reset); t(e.encode,'a','b'); t(e.setstate)
for c in ('euc_jisx0213','big5hkscs','shift_jis_2004'):
    e=codecs.getincrementalencoder(c)()
    for ch in ('\u304b','\u309a','\u00ca','\u304b'): t(e.encode,ch); t(e.getstate)
    t(e.encode,'',True); t(e.getstate); t(e.reset)
    t(e.encode,'\xca'); t(e.encode,'\udc80'); t(e.getstate); t(e.encode,'\u304b',1); t(e.getstate)
for c in ('iso2022_jp','hz','iso2022_kr'):
    e=codecs.getincrementalencoder(c)()
    for ch in ('\u4e00','\u4e01'): t(e.encode,ch); t(e.getstate)
    t(e.encode,'',True); t(e.getstate); t(e.reset); t(e.getstate)
    d=codecs.getincrementaldecoder(c)()
    t(d.getstate)
    for b in (b'\x1b',b'$B',b'0',b'l~{',b'0l'): t(d.decode,b); t(d.getstate)
    t(d.reset); t(d.getstate)
d=D('replace'); t(d.decode,b'\xff\xff\xc4'); d.errors='ignore'; t(lambda:d.errors); t(d.decode,b'\xff\xff\xc4')
t(setattr,d,'errors',5); t(delattr,d,'errors'); t(setattr,d,'errors','a\0b')
class S(str): pass
d.errors=S('ignore'); t(lambda:type(d.errors))
d=D('nosuch'); t(d.decode,b'\xff'); t(d.decode,b'\xff'); t(d.getstate)
class B(bytes): pass
d=D(); t(d.setstate,(B(b'\xc4'),0)); t(d.getstate); t(lambda: type(d.getstate()[0]))
t(d.decode, B(b'\xe3'))
def h(x): raise KeyError(3)
codecs.register_error('h',h)
d=D('h'); t(d.decode,b'\xc4\xe3\xff\xff\xc4'); t(d.getstate)
d=D('h'); t(d.decode,b'\xc4'); t(d.decode,b'\xff\xff'); t(d.getstate)
d=D(); t(d.decode,b'\xc4'); t(d.decode,b'\x01'); t(d.getstate); t(d.decode,b'',True); t(d.getstate)
d=D(); t(d.decode,b'\xc4'); t(d.decode,5); t(d.getstate)
d=D(); t(d.decode,b'\xc4'); t(d.decode,b'',True); t(d.getstate)
e=codecs.getincrementalencoder('big5hkscs')('h'); t(e.encode,'\xca'); t(e.encode,'\udc80'); t(e.getstate)
t(lambda: D.__init__); t(lambda:object.__reduce_ex__(D(),2))
import weakref,gc
t(lambda: bool(weakref.ref(D()))); t(lambda: gc.is_tracked(D()))
class X:
    def __bool__(s): raise ValueError('b')
t(d.decode,b'a',X())
t(lambda: type(m.MultibyteIncrementalDecoder.__new__(D))); t(D.__new__,D,'strict',errors='x')

# streams
import io
R=info.streamreader; W=info.streamwriter
class Odd:
    def __init__(self,*parts): self.parts=list(parts)
    def read(self,*n):
        print('read',*n)
        return self.parts.pop(0) if self.parts else b''
    readline=read
    def write(self,data): print('write',data)
text='\u4f60\u597da\nb\u4f60'.encode('gbk')
for size in (-1,0,1,2,3,100,None):
    r=R(io.BytesIO(text)); t(r.read,size); t(r.read,size); t(r.readline,size); t(r.read)
    r=R(io.BytesIO(text)); t(r.readline,size); t(r.readlines,size); t(r.readlines)
r=R(Odd(b'\xc4',b'\xe3\xc4',b'',b'\xe3a')); t(r.read,1); t(r.read,1); t(r.read,1); t(r.read); t(r.readline)
r=R(Odd(b'\xc4',b'')); t(r.read,1); t(r.reset); t(r.read)
r=R(Odd(b'\xc4',b'\xc4\xe3')); t(r.read); t(r.read)
r=R(Odd('a',5,None)); t(r.read); t(r.read,5); t(r.readline); t(r.read,'x'); t(r.read,1.5); t(r.read,True); t(r.read,1<<70)
r=R(Odd(b'\xff\xff'),'replace'); t(r.read); t(lambda:(r.errors,type(r.stream).__name__)); t(setattr,r,'stream',5); t(delattr,r,'stream'); t(lambda:R(None).stream); t(R(None).read); t(R,5,None); t(R,5,'a\0'); t(R,errors='x')
w=W(Odd()); t(w.write,'\u4f60'); t(w.write,5); t(w.writelines,['a','b']); t(w.writelines,('a',5)); t(w.writelines,{'a':1}); t(w.writelines,{'a'}); t(w.writelines,iter('a')); t(w.writelines,'xy'); t(w.reset); t(w.write,'\udc80')
class Seq:
    def __init__(self,n): self.n=n
    def __len__(self):
        if self.n>3: raise OSError('len')
        return self.n
    def __getitem__(self,i):
        self.n+=1
        return 'q%d'%i
t(w.writelines,Seq(1)); t(w.writelines,Seq(3))
w=codecs.lookup('big5hkscs').streamwriter(Odd()); t(w.write,'\xca'); t(w.reset); t(w.reset); t(w.write,'\xca'); t(w.write,'\u0304'); t(w.write,'\xca'); t(w.write,'\udc80'); t(w.reset)
w=codecs.lookup('iso2022_jp').streamwriter(Odd()); t(w.write,'\u4e00'); t(w.reset); t(w.write,'\u4e01'); t(w.write,'a\u4e00\udc80'); t(w.write,'b')
e=codecs.getincrementalencoder('iso2022_jp')(); t(e.encode,'\u4e00\udc80'); t(e.getstate); t(e.encode,'a')
d=codecs.getincrementaldecoder('iso2022_jp')(); t(d.decode,b'\x1b$B\xff'); t(d.getstate); t(d.decode,b'0l')
# a handler that looks at the coder, and replaces what it has
def nosy(error):
    print('state',d.getstate()); d.setstate((b'',0))
    return '?',error.end
codecs.register_error('nosy',nosy)
d=D('nosy'); t(d.decode,b'\xc4'); t(d.decode,b'\xe3\xff\xff\xc4\xe3\xc4'); t(d.getstate); t(lambda:d.errors)
def again(error):
    return d.decode(b'\xe3') + e.encode('a').decode(),error.end
codecs.register_error('again',again)
d=D('again'); e=E(); t(d.decode,b'\xff\xff\xc4'); t(d.decode,b'\xe3')
e=E('again'); t(e.encode,'\u4f60\udc80b')
class Rest(info.incrementaldecoder):
    def __init__(self,*a,**k): print('init',a,k); super().__init__(*a,**k)
t(lambda: Rest('ignore').errors)
import copy
t(copy.copy,D()); t(copy.deepcopy,w)
