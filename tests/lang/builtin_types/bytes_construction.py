def t(f,*a,**k):
    try: print(f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
for T in bytes, bytearray:
    t(T,'');t(T,'',errors='ignore');t(T,'é',errors='ignore');t(T,'','ascii');t(T,'é','ascii','ignore');t(T,b'','ascii');t(T,b'',errors='x');t(T,encoding='ascii');t(T,errors='x');t(T,1,'a');t(T,[1],errors='a');t(T,'',b'ascii');t(T,'','ascii',b'i');t(T,1.5);t(T,None);t(T,['a']);t(T,[1.5]);t(T,[256]);t(T,[-1]);t(T,-1);t(T,2**70);t(T,[2**70]);t(T,'a',None);t(T,'a','x');t(T,'a','ascii','zz');t(T,'\0','a\0'); t(T,1,2,3,4); t(T,source=b'a'); t(T,x=1)
    class S(T): pass
    print(S(b'ab'), S(), S(3), S('a','ascii'))
import io
for f in (lambda: io.BytesIO(b'abc').readinto(b''), lambda: open('/dev/null','rb').readinto(b''), lambda: open('/dev/null','rb',0).readinto(b''), lambda: memoryview(b'a').release(), lambda: io.BytesIO(b'abc').readinto(memoryview(b'abc')), lambda: open('/dev/null','rb').readinto1('a'),lambda: open('/dev/null','rb').readinto(1)):
    t(f)
import struct, socket, os, array
t(struct.pack_into,'i',b'abcd',0,1); t(struct.pack_into,'i','abcd',0,1); t(struct.unpack_from,'i','a')
a, other = socket.socketpair()
t(a.recv_into,b'abc'); t(a.recv_into,'abc')
t(os.readv,0,[b'abc'])
b=bytearray(); print(b.__alloc__()); b.append(1); print(b.__alloc__()); b.extend(b'abcdefghijk'); print(b.__alloc__()); del b[:]; print(b.__alloc__()); 
r=[]
for i in range(40): b.append(1); r.append(b.__alloc__())
print(r)
b=bytearray(100); print(b.__alloc__()); del b[10:]; print(b.__alloc__(), len(b)); b+=b'a'*100; print(b.__alloc__())
