# In which order streams convert and check their arguments, and what they say; sizes of BytesIO.
import _io
import io
class Odd: pass
def t(f,*a,**k):
    try: r=f(*a,**k); print('ok', type(r).__name__)
    except BaseException as e: print(type(e).__name__, e)
o=Odd()
t(_io.FileIO,'/dev/null','r',o)
t(_io.FileIO,'/dev/null','r',2.5)
t(_io.FileIO,'/dev/null','r',2**40)
t(open,'/dev/null','r',-1,None,None,None,o)
t(open,'/dev/null','r',-1,None,None,None,[])
t(open,'/dev/null','r',-1,None,None,None,2**40)
t(open,'/dev/null','r',o)
t(open,'/dev/null',3,o)
t(open,'/dev/null','r',-1,3,o,o,o)
t(open,'/dev/null','r\0',-1,3,o,o,o)
t(open,'/dev/null',None,o)
t(io.open_code,3); t(io.open_code,b'a'); t(io.open_code,'\0'); t(io.open_code,None)
t(io.text_encoding,None,o); t(io.text_encoding,3,o); t(io.text_encoding,None,2.5)
t(io.TextIOWrapper,io.BytesIO(),None,None,None,o)
t(io.TextIOWrapper,io.BytesIO(),None,None,None,2.5)
t(io.TextIOWrapper,io.BytesIO(),None,None,'\udc80')
t(io.TextIOWrapper,io.BytesIO(),None,None,'é')
t(io.TextIOWrapper,io.BytesIO(),None,o,'é')
t(io.TextIOWrapper,io.BytesIO(),'a\0',None,3)
t(io.TextIOWrapper,io.BytesIO(),3,o,3)
t(io.TextIOWrapper,io.BytesIO(),None,3,3)
t(io.TextIOWrapper,io.BytesIO(),None,None,3,o)
w=io.TextIOWrapper(io.BytesIO())
t(w.reconfigure,encoding=3); t(w.reconfigure,errors=3); t(w.reconfigure,newline=3);t(w.reconfigure,line_buffering=o);t(w.reconfigure,newline='é');t(w.reconfigure,newline='a\0')
t(w.reconfigure,1); t(w.reconfigure,zz=1); 
t(w._CHUNK_SIZE.__class__)
t(io.BufferedReader,io.BytesIO(),o); t(io.BufferedReader,3,o);t(io.BufferedReader,3,2**70)
t(io.StringIO,3,3);t(io.StringIO,3);t(io.StringIO,'','é')
f=open('/dev/null','rb',0)
t(f.write,'s'); t(f.write,b's'); t(f.read,o); t(f.readinto,3); t(f.readinto,bytearray(2));t(f.seek,o);t(f.seek,1.5);t(f.seek,0,o);t(f.seek,2**70);t(f.truncate,o);t(f.truncate,2**70)
f.close(); t(f.write,'s'); t(f.write,b's'); t(f.read,o); t(f.read); t(f.readinto,3); t(f.readinto,bytearray(2));t(f.seek,o);t(f.seek,1.5);t(f.seek,0,o);t(f.truncate,o)
f=open('/dev/null','wb',0); t(f.truncate,o); t(f.truncate,1.5); t(f.truncate,2**70); t(f.truncate,-1);t(f.read,o);t(f.readinto,bytearray(2))
b=io.BytesIO(); b.close()
t(b.readinto,3); t(b.readinto,bytearray(3)); t(b.write,3); t(b.read,o); t(b.readlines,o); t(b.seek,o); t(b.truncate,o);t(b.writelines,3)
b=open('/dev/null','rb'); 
t(b.read,o);t(b.read,-2);t(b.peek,None);t(b.read1,None);t(b.readinto,3);t(b.seek,o,o);t(b.seek,o,9);t(b.truncate,o);b.close();t(b.read,o);t(b.readinto,3);t(b.peek,o);t(b.seek,o);t(b.truncate,o);t(b.detach,3)


class W(io.TextIOWrapper):
    def flush(self):
        print("flush", end=" ")
        return super().flush()


for k in (dict(encoding="nope", errors=3), dict(encoding=3, newline="x"), dict(newline="x", line_buffering=[]),
          dict(line_buffering=[], encoding=3), dict(newline=3, encoding=3), dict(errors="\udc80"),
          dict(newline="\udc80"), dict(encoding="nope"), dict(errors="nope"), dict(write_through=2.5)):
    w = W(io.BytesIO(), encoding="utf-8")
    t(w.reconfigure, **k)
    w.detach()
    print()
b = io.BytesIO()
for i in range(30):
    b.write(b"q" * 10)
    print(b.__sizeof__(), end=" ")
for size in 200, 100, 3, 0:
    b.truncate(size)
    print(b.__sizeof__(), end=" ")
b.close()
print(b.__sizeof__(), io.BytesIO(b"abc").__sizeof__())
print(open.__self__, io.open is open)
f = open("/dev/null")
print(f.errors, f.buffer.raw._blksize)
