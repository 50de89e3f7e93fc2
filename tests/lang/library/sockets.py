"""Sockets: pairs, TCP, UDP, UNIX; timeouts, options, address texts."""
import socket, select, os
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
a,b=socket.socketpair(); a.sendall(b'hello'); print(b.recv(3), b.recv(10), a.family, a.type, a.proto); 
b.settimeout(0.01); t(lambda: b.recv(1)); print(b.gettimeout(), b.getblocking()); b.setblocking(False); t(lambda: b.recv(1)); a.close(); t(lambda: b.recv(1)); b.close(); t(lambda: b.recv(1)); print(b)
s=socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(('127.0.0.1',0)); s.listen(); port=s.getsockname()[1]
c=socket.create_connection(('127.0.0.1',port)); d,addr=s.accept(); print(addr[0], d.getpeername()==c.getsockname(), addr==c.getsockname()); c.send(b'line1\nline2\n'); f=d.makefile('r'); print(f.readline(), f.readline()); d.shutdown(socket.SHUT_WR); print(c.recv(5)); buf=bytearray(4); 
for x in c,d,s,f: x.close()
u=socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.bind(('127.0.0.1',0)); v=socket.socket(type=socket.SOCK_DGRAM); print(v.sendto(b'dg',u.getsockname())); m,ad=u.recvfrom(100); print(m, ad[0]); u.close(); v.close()
t(lambda: socket.inet_aton('1.2.3.4')); t(lambda: socket.inet_ntoa(b'\1\2\3\4')); t(lambda: socket.inet_pton(socket.AF_INET6,'::1')); t(lambda: socket.inet_ntop(socket.AF_INET6,b'\0'*15+b'\1')); t(lambda: socket.inet_aton('x')); t(lambda: socket.inet_ntoa(b'1')); t(lambda: socket.htons(1)); t(lambda: socket.htonl(1)); t(lambda: socket.htons(1<<20)); t(lambda: socket.htons(-1)); t(lambda: socket.htonl(1<<40)); t(lambda: socket.ntohl(-1))
t(lambda: socket.getaddrinfo('127.0.0.1',80,type=socket.SOCK_STREAM)); t(lambda: socket.gethostbyname('localhost')); t(lambda: socket.create_connection(('127.0.0.1',1)))
x=socket.socket(); t(lambda: x.bind('a')); t(lambda: x.bind(('a',))); t(lambda: x.bind(('127.0.0.1',99999))); t(lambda: x.connect(('127.0.0.1',1))); t(lambda: x.connect_ex(('127.0.0.1',1))); t(lambda: x.settimeout(-1)); t(lambda: x.getsockopt(1,4)); t(lambda: x.getsockopt(1,4,4)); x.close()
t(lambda: socket.socket(99,99)); t(lambda: socket.socket(fileno=999)); t(lambda: socket.socket(fileno=-1)); t(lambda: socket.gaierror.__mro__); print(socket.getdefaulttimeout()); socket.setdefaulttimeout(3.5); print(socket.getdefaulttimeout(), socket.socket().gettimeout()); socket.setdefaulttimeout(None)
p='/tmp/minipy-test-socket-%d' % os.getpid(); os.path.exists(p) and os.remove(p); s=socket.socket(socket.AF_UNIX); s.bind(p); s.listen(1); c=socket.socket(socket.AF_UNIX); c.connect(p); print(s.getsockname() == p, repr(c.getsockname()), c.getpeername() == p); d,_=s.accept(); d.sendall(b'x'*100000); n=0
d.close()
while True:
    k=c.recv(65536)
    if not k: break
    n+=len(k)
print(n)
with socket.socket() as q: print(q.fileno()>0)
print(q.fileno(), socket.has_dualstack_ipv6() in (True,False), socket.AF_INET, socket.SOCK_STREAM)
os.remove(p)
