# Connections over sockets: time-outs, resets, truncated streams, signals, two threads.
import os
import signal
import socket
import struct
import sys
import test
import threading
import time
import warnings
import ssl
warnings.simplefilter('ignore')
D = os.path.dirname(test.__file__) + os.sep


def info(e):
    return (type(e).__module__, type(e).__qualname__, str(e), e.args, {k: getattr(e, k) for k in ('library', 'reason', 'verify_code', 'verify_message') if hasattr(e, k)}, repr(e.__context__))


def shown(r):
    text = repr(r)
    return text if ' fd=' not in text else text.split(' fd=')[0]


def t(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(*info(e))
        return e
    else:
        print('=', shown(r))
        return r


S = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
S.load_cert_chain(D + 'keycert3.pem')
C = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
C.load_verify_locations(D + 'pycacert.pem')
L = socket.create_server(('127.0.0.1', 0))


def raw():
    a = socket.create_connection(L.getsockname())
    b, _ = L.accept()
    return (a, b)


def pair(timeout=5):
    a, b = raw()
    a.settimeout(timeout)
    b.settimeout(timeout)
    r = []
    th = threading.Thread(target=lambda: r.append(S.wrap_socket(b, server_side=True)))
    th.start()
    c = C.wrap_socket(a, server_hostname='localhost')
    th.join()
    return (c, r[0])


c, s = pair()
s.send(b'hi')
t(c.recv, 10)
c.settimeout(0.05)
t(c.recv, 10)
c.setblocking(False)
t(c.recv, 10)
c.settimeout(5)


def rst(x):
    x.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    x.close()


rst(s)
time.sleep(0.05)
t(c.recv, 10)
t(c.recv, 10)
t(c.send, b'x')
t(c.unwrap)
c, s = pair()
c.setblocking(True)
rst(s)
time.sleep(0.05)
t(c.send, b'x')
t(c.send, b'x')
t(c.recv, 10)
c, s = pair()
socket.socket.close(s)
time.sleep(0.05)
t(c.recv, 10)
t(c.send, b'x')
time.sleep(0.05)
t(c.send, b'x')
t(c.send, b'x')
t(c.unwrap)
c, s = pair(None)
s.close()
t(c.recv, 10)
t(c.unwrap)
a, b = raw()
a.settimeout(0.05)
c = C.wrap_socket(a, server_hostname='localhost', do_handshake_on_connect=False)
t(c.do_handshake)
b.close()
t(c.do_handshake)
a, b = raw()
a.settimeout(None)
c = C.wrap_socket(a, server_hostname='localhost', do_handshake_on_connect=False)
rst(b)
time.sleep(0.05)
t(c.do_handshake)
a, b = raw()
a.settimeout(5)
c = C.wrap_socket(a, server_hostname='localhost', do_handshake_on_connect=False)
rst(b)
time.sleep(0.05)
t(c.do_handshake)
a, b = raw()
a.settimeout(5)
c = C.wrap_socket(a, server_hostname='localhost', do_handshake_on_connect=False)
b.sendall(b'garbage' * 30)
t(c.do_handshake)
a, b = raw()
a.setblocking(False)
c = C.wrap_socket(a, server_hostname='localhost', do_handshake_on_connect=False)
t(c.do_handshake)
b.close()
time.sleep(0.05)
t(c.do_handshake)
c, s = pair()
raws = socket.socket(fileno=os.dup(s.fileno()))
raws.send(b'\x17\x03\x03@\x00abc')
raws.close()
rs = s.detach()
os.close(rs)
t(c.recv, 10)
t(c.recv, 10)
a, b = raw()
o = C._wrap_socket(a, False, 'localhost')
a.close()
t(o.do_handshake)
t(o.read, 5)
t(o.write, b'x')
t(o.shutdown)
del a
t(o.do_handshake)
t(o.read, 5)
t(o.write, b'x')
t(o.shutdown)
t(lambda: o.owner)
a, b = raw()
a.settimeout(2)
o = C._wrap_socket(a, False, 'localhost')
a.close()
t(o.do_handshake)
t(o.read, 5)
t(o.write, b'x')
t(o.shutdown)
a = socket.socket()
a.settimeout(0.1)
o = C._wrap_socket(a, False, 'localhost')
t(o.do_handshake)
a.close()
c, s = pair()
c.settimeout(0.2)


def fill():
    while 1:
        c.send(b'x' * 1000000)


t(fill)
c.setblocking(False)
t(fill)
c, s = pair()
c.settimeout(0.1)
t(c.unwrap)
c, s = pair()
# Else the kernel holds the second ticket back for 40 ms: on a slow machine the third unwrap() finds more to read.
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
c.setblocking(False)
t(c.unwrap)
t(c.unwrap)
t(s.recv, 5)
t(s.unwrap)
t(c.unwrap)


class X(Exception):
    pass


def h(*a):
    raise X('signal')


signal.signal(signal.SIGALRM, h)
c, s = pair(None)
signal.setitimer(signal.ITIMER_REAL, 0.1)
t(c.recv, 10)
signal.signal(signal.SIGALRM, lambda *a: print('alarm'))
signal.setitimer(signal.ITIMER_REAL, 0.1)
threading.Timer(0.3, lambda: s.send(b'late')).start()
t(c.recv, 10)
c.settimeout(3)
signal.setitimer(signal.ITIMER_REAL, 0.1)
threading.Timer(0.3, lambda: s.send(b'late')).start()
t(c.recv, 10)
c, s = pair(None)


def echo():
    while (d := s.recv(1 << 16)):
        s.sendall(d)


th = threading.Thread(target=echo)
th.start()
got = []


def reader():
    n = 0
    while n < 20000000:
        n += len(c.recv(1 << 16))
    got.append(n)


rd = threading.Thread(target=reader)
rd.start()
for i in range(20):
    c.sendall(b'y' * 1000000)
rd.join()
print(got)
c.close()
th.join()
