# Connections over MemoryBIOs: handshakes, data, the end; certificates and sessions; what goes wrong.
import copy
import os
import sys
import test
import warnings
import _ssl
import ssl
warnings.simplefilter('ignore')
D = os.path.dirname(test.__file__) + os.sep


def info(e):
    return (type(e).__module__, type(e).__qualname__, str(e), e.args, {k: getattr(e, k) for k in ('library', 'reason', 'verify_code', 'verify_message') if hasattr(e, k)}, repr(e.__context__))


def shown(r):
    text = repr(r)
    return text[:600] if ' object at' not in text else text.split('0x')[0]


def t(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(*info(e))
        return e
    else:
        print('=', shown(r))
        return r


B = _ssl.MemoryBIO
t(B, 1)
t(B, x=1)
b = B()
print(b.pending, b.eof)
t(b.write, 'x')
t(b.write, b'abcdef')
t(b.write, b'')
t(b.read, 2)
t(b.read, 'x')
t(b.read, -5)
t(b.read)
t(b.read, 1 << 40)
t(b.write_eof)
print(b.eof)
t(b.write, b'x')
t(b.read)
t(b.read, 1, 2)
t(b.read, size=1)
t(setattr, b, 'x', 1)
t(setattr, b, 'eof', 1)
S = _ssl._SSLContext(17)
S.load_cert_chain(D + 'keycert3.pem')
C = _ssl._SSLContext(16)
C.load_verify_locations(D + 'pycacert.pem')
t(C._wrap_bio)
t(C._wrap_bio, 1, 2, False)
t(C._wrap_bio, B(), 2, False)
t(C._wrap_bio, B(), B(), False, server_hostname='')
t(C._wrap_bio, B(), B(), False, server_hostname='.x')
t(C._wrap_bio, B(), B(), False, server_hostname=5)
t(C._wrap_bio, B(), B(), False, server_hostname='é')
t(C._wrap_bio, B(), B(), False, server_hostname='a\x00b')
t(C._wrap_bio, B(), B(), True)
t(S._wrap_bio, B(), B(), False)
t(C._wrap_bio, B(), B(), False, server_hostname=b'localhost')
t(C._wrap_socket, 1, False)
t(C._wrap_bio, B(), B(), 'x', None, None)
t(C._wrap_bio, B(), B(), False, session=5)
t(S._wrap_bio, B(), B(), True, session=5)
t(C._wrap_bio, B(), B(), False, 'x' * 300)


def pair(c=C, s=S, host='localhost', **k):
    a, b = (B(), B())
    return (c._wrap_bio(a, b, False, host, **k), s._wrap_bio(b, a, True), a, b)


def shake(c, s):
    for i in range(6):
        for o in (c, s):
            try:
                o.do_handshake()
            except ssl.SSLWantReadError as e:
                last = e
    return last


c, s, a, b = pair()
print({n: str(getattr(c, n)).split(' at')[0] for n in ('context', 'owner', 'server_hostname', 'server_side', 'session', 'session_reused')})
print(s.server_hostname, s.server_side)
for n in ('cipher', 'compression', 'get_channel_binding', 'get_unverified_chain', 'get_verified_chain', 'getpeercert', 'pending', 'selected_alpn_protocol', 'shared_ciphers', 'version', 'shutdown', 'verify_client_post_handshake'):
    print(n, end=' ')
    t(getattr(c, n))
    print(' s', n, end=' ')
    t(getattr(s, n))
t(c.read, 5)
t(c.read, -1)
t(c.read, 0)
t(c.read)
t(c.read, 5, bytearray(3))
t(c.read, 5, b'')
t(c.read, 5, 5)
t(c.read, 'x')
t(c.read, 5, bytearray(5), 6)
t(c.read, 0, bytearray())
t(c.write, b'x')
t(c.write, 'x')
t(c.write)
t(c.write, b'')
t(c.do_handshake, 1)
t(c.getpeercert, 1)
t(c.getpeercert, der=1)
t(c.get_channel_binding, 'x')
t(c.get_channel_binding, cb_type='tls-unique')
t(c.get_channel_binding, 5)
t(setattr, c, 'context', 5)
t(setattr, c, 'owner', 5)
t(setattr, c, 'session', 5)
t(setattr, c, 'session', None)
t(setattr, s, 'session', 5)
t(setattr, c, 'server_side', 1)
c, s, a, b = pair()
e = shake(c, s)
print(info(e))
for n in ('cipher', 'compression', 'get_unverified_chain', 'get_verified_chain', 'getpeercert', 'pending', 'selected_alpn_protocol', 'shared_ciphers', 'version', 'verify_client_post_handshake', 'session', 'session_reused'):
    for o in (c, s):
        print(n, end=' ')
        x = getattr(o, n)
        t(x) if callable(x) else print(str(x).split('0x')[0])
print(c.getpeercert(), len(c.getpeercert(True)), s.getpeercert())
x = c.get_verified_chain()
print(len(x), x[0], repr(x[0]), str(x[0]))
print(x[0].get_info())
print(x[0].public_bytes()[:60], len(x[0].public_bytes(2)), x[0] == x[1], x[0] == c.get_unverified_chain()[0], hash(x[0]) == hash(c.get_unverified_chain()[0]))
t(x[0].public_bytes, 5)
t(x[0].public_bytes, 'x')
t(lambda: x[0] < x[1])
t(lambda: x[0] == 5)
t(_ssl.Certificate)
t(_ssl.SSLSession)
t(_ssl._SSLSocket)
print(x[1].get_info())
t(c.read, 5)
t(c.write, b'hello')
t(s.read, 3)
t(s.pending)
t(s.read, 3, bytearray(2))
t(s.read, 3)
y = bytearray(9)
t(c.write, b'x' * 9)
t(s.read, -1, y)
print(y)
t(c.write, b'x' * 100000)
print(a.pending, b.pending)
t(s.read, 200000)
t(c.write, b'a' * 5)
t(s.read, 3, y)
print(bytes(y))
t(setattr, c, 'session', c.session)
t(lambda: c.session == c.session)
t(lambda: c.session == 5)
t(lambda: c.session < c.session)
z = c.session
print(len(z.id), z.has_ticket, z.ticket_lifetime_hint, z.timeout, z.time > 1000000000.0)
t(hash, z)
print(S.session_stats(), C.session_stats())
c2, s2, a2, b2 = pair(session=z)
shake(c2, s2)
print(c2.session_reused, s2.session_reused, c2.version())
C3 = _ssl._SSLContext(16)
C3.load_verify_locations(D + 'pycacert.pem')
t(lambda: pair(C3, session=z))
t(setattr, s2, 'session', z)
t(s.shutdown)
t(c.read, 5)
t(c.write, b'x')
t(c.shutdown)
t(s.shutdown)
t(c.read, 5)
t(c.write, b'x')
t(s.read, 5)
t(s.write, b'x')
c, s, a, b = pair()
shake(c, s)
a.write_eof()
t(c.read, 5)
t(c.shutdown)
c, s, a, b = pair()
a.write_eof()
t(c.do_handshake)
t(c.do_handshake)
c, s, a, b = pair()
a.write(b'garbage' * 10)
t(c.do_handshake)
t(c.do_handshake)
t(c.read, 5)
t(c.write, b'x')
t(c.shutdown)
b.write(b'GET / HTTP/1.0\r\n\r\n' * 5)
c, s, a, b = pair()
b.write(b'GET / HTTP/1.0\r\n\r\n' * 5)
t(s.do_handshake)
c, s, a, b = pair()
shake(c, s)
a.write(b'\x17\x03\x03\x00 ' + b'y' * 32)
t(c.read, 5)
t(c.read, 5)
t(c.write, b'z')
t(s.read, 4)
c, s, a, b = pair(host='otherhost')


def both(c, s):
    r = []
    for i in range(4):
        for o in (c, s):
            try:
                o.do_handshake()
            except ssl.SSLWantReadError:
                pass
            except Exception as e:
                r.append(info(e))
    for x in r:
        print('  ', x)


both(c, s)
both(*pair(host='1.2.3.4')[:2])
both(*pair(C3, host='1.2.3.4')[:2])
N = _ssl._SSLContext(16)
both(*pair(N)[:2])
S0 = _ssl._SSLContext(17)
both(*pair(C, S0)[:2])
C4 = _ssl._SSLContext(16)
C4.load_verify_locations(D + 'pycacert.pem')
C4.maximum_version = 771
S4 = _ssl._SSLContext(17)
S4.minimum_version = 772
S4.load_cert_chain(D + 'keycert3.pem')
both(*pair(C4, S4)[:2])
C5 = _ssl._SSLContext(16)
C5.load_verify_locations(D + 'pycacert.pem')
C5.maximum_version = 771
C5.set_ciphers('AES128-SHA')
S5 = _ssl._SSLContext(17)
S5.load_cert_chain(D + 'keycert3.pem')
S5.maximum_version = 771
S5.set_ciphers('AES256-SHA')
both(*pair(C5, S5)[:2])
S6 = _ssl._SSLContext(17)
S6.load_cert_chain(D + 'keycert3.pem')
S6.verify_mode = 2
both(*pair(C, S6)[:2])
S6.maximum_version = 771
both(*pair(C, S6)[:2])
c, s, a, b = pair(C, S6)
C.load_cert_chain(D + 'keycert4.pem')
S6.load_verify_locations(D + 'pycacert.pem')
c, s, a, b = pair(C, S6)
shake(c, s)
print(s.getpeercert())
print(c.get_channel_binding(), s.get_channel_binding()) if 0 else print(len(c.get_channel_binding()), c.get_channel_binding() == s.get_channel_binding(), c.version(), c.cipher(), s.shared_ciphers()[:1])
both(*pair(C3)[:2])
log = []
C7 = _ssl._SSLContext(16)
C7.load_verify_locations(D + 'pycacert.pem')
C7._msg_callback = lambda *a: log.append(a[1:5] + (len(a[5]), type(a[0]).__name__))
both(*pair(C7)[:2])
print(log)
C7._msg_callback = lambda *a: log.append(a[3]) or 1 / 0  # of two the last one is seen
log.clear()
c, s, a, b = pair(C7)
t(c.do_handshake)
print(log)
t(c.do_handshake)


def sni(*a):
    print([x if not ' object' in repr(x) else type(x) for x in a])
    return R


S8 = _ssl._SSLContext(17)
S8.load_cert_chain(D + 'keycert3.pem')
S8.sni_callback = sni
sys.unraisablehook = lambda u: print('unraisable', u.exc_type, u.exc_value, u.err_msg, type(u.object))
for R in (None, 112, 'x', 5):
    both(*pair(C, S8)[:2])
both(*pair(N, S8, host=None)[:2]) if 0 else None
S8.sni_callback = lambda *a: 1 / 0
both(*pair(C, S8)[:2])


def swap(o, n, c):
    o.context = S


S8.sni_callback = swap
both(*pair(C, S8)[:2])
C9 = _ssl._SSLContext(16)
C9.load_verify_locations(D + 'pycacert.pem')
C9._set_alpn_protocols(b'\x02h2\x03foo')
S9 = _ssl._SSLContext(17)
S9.load_cert_chain(D + 'keycert3.pem')
S9._set_alpn_protocols(b'\x03foo')
c, s, a, b = pair(C9, S9)
shake(c, s)
print(c.selected_alpn_protocol(), s.selected_alpn_protocol())
S9._set_alpn_protocols(b'\x03bar')
c, s, a, b = pair(C9, S9)
shake(c, s)
print(c.selected_alpn_protocol(), s.selected_alpn_protocol())


class O:
    pass


o = O()
c, s, a, b = pair(owner=o)
print(c.owner is o)
del o
print(c.owner)
R = _ssl.RAND_bytes
t(lambda: len(R(5)))
t(R, -1)
t(R, 0)
t(R, 'x')
t(R, 1 << 40)
t(_ssl.RAND_pseudo_bytes, -1)
t(lambda: type(_ssl.RAND_pseudo_bytes(3)[1]))
t(_ssl.RAND_add, 'x', 1.0)
t(_ssl.RAND_add, b'x', 'y')
t(_ssl.RAND_add, 5, 1)
t(_ssl.RAND_status)
t(_ssl.RAND_add, b'x', 1)
t(_ssl.txt2obj, '1.2.3')
t(_ssl.txt2obj, 'MD5')
t(_ssl.txt2obj, 'MD5', True)
t(_ssl.txt2obj, '1.3.6.1.5.5.7.3.1')
t(_ssl.txt2obj, 5)
t(_ssl.txt2obj, 'nope', name=True)
t(_ssl.txt2obj, 'a\x00')
t(_ssl.nid2obj, 129)
t(_ssl.nid2obj, -1)
t(_ssl.nid2obj, 0)
t(_ssl.nid2obj, 100000)
t(_ssl.nid2obj, 'x')
t(_ssl.get_default_verify_paths)
t(_ssl._test_decode_cert, 'nofile')
t(_ssl._test_decode_cert, 5)
t(_ssl._test_decode_cert, D + 'badkey.pem')
t(_ssl._test_decode_cert, D + 'ssl_key.pem')
for f in 'keycert keycert2 keycert3 keycertecc nullbytecert nokia talos-2019-0758 allsans idnsans nosan pycacert selfsigned_pythontestdotnet'.split():
    print(f, end=' ')
    t(_ssl._test_decode_cert, D + f + '.pem')
E = _ssl.SSLError
for a in ((), (1,), (1, 'x'), ('x',), (1, 2), (1, 'x', 'f')):
    e = E(*a)
    print(repr(e), str(e), e.args, e.errno, e.strerror, e.filename)
e = _ssl.SSLCertVerificationError(1, 'x')
print(repr(e), str(e), vars(e))
for x in (C, c, c.session, B(), x[0]):
    t(copy.copy, x)
