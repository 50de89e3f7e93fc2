# _SSLContext: what it begins with, loads, refuses; messages of what OpenSSL refuses.
import os
import sys
import test
import warnings
import _ssl
import ssl
warnings.showwarning = lambda message, category, *rest: print('warning', category.__name__, message)
warnings.simplefilter('always')


def t(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__module__, type(e).__qualname__, e, e.args, {k: getattr(e, k) for k in ('library', 'reason', 'verify_code', 'verify_message', 'errno', 'strerror', 'filename') if hasattr(e, k)})
    else:
        print('=', repr(r) if not 'object' in repr(r) else repr(r).split('0x')[0])


C = _ssl._SSLContext
D = os.path.dirname(test.__file__) + os.sep
with open(D + 'keycert3.pem') as f:
    PEM = f.read()
with open(D + 'pycacert.pem') as f:
    text = f.read()
    DER = ssl.PEM_cert_to_DER_cert(text[text.index('-----BEGIN'):])
t(C)
t(C, 'x')
t(C, 99)
t(C, -1)
t(C, 1)
t(C, 0)
t(C, 1, 2)
t(C, protocol=2)
t(C, 1 << 40)
for p in (2, 3, 4, 5, 16, 17):
    c = C(p)
    print(p, {n: getattr(c, n) for n in dir(c) if not n.startswith('__') and (not callable(getattr(c, n)))}, len(c.get_ciphers()))
c = C(17)
print(c.get_ciphers()[0], c.get_ciphers()[-1])
print(c.session_stats(), c.cert_store_stats(), c.get_ca_certs(), c.get_ca_certs(True))
t(c.set_ciphers, 'nope')
t(c.set_ciphers, 1)
t(c.set_ciphers, 'AES')
t(c.set_ciphers, 'A\x00')
t(c._set_alpn_protocols, b'')
t(c._set_alpn_protocols, 'x')
t(c._set_alpn_protocols, b'\x05ab')
t(c._set_alpn_protocols, b'\x02h2')
for a in ((), (1,), ('nofile',), (D + 'keycert.pem', 1), (D + 'keycert.pem', 'nokey'), (D + 'keycert.passwd.pem', None, 'wrong'), (D + 'keycert.passwd.pem', None, 5), (D + 'keycert.passwd.pem', None, lambda: 5), (D + 'keycert.passwd.pem', None, lambda: 1 / 0), (D + 'keycert.passwd.pem', None, 'x' * 2000), (D + 'keycert.passwd.pem', None, lambda: b'x' * 2000), (D + 'badcert.pem',), (D + 'badkey.pem',), (D + 'ssl_cert.pem',), (D + 'ssl_cert.pem', D + 'keycert2.pem'), (D + 'keycert.pem',), (D + 'keycert.passwd.pem', None, 'somepass'), (D + 'keycert.passwd.pem', None, b'somepass'), (D + 'keycert.passwd.pem', None, bytearray(b'somepass')), (D + 'keycert.passwd.pem', None, lambda: 'somepass'), ('a\x00b',), ('',), (D + 'nullcert.pem',), (b'nofile',)):
    print('chain', [str(x).replace(D, '')[:40].split(' at ')[0] for x in a], end=' ')
    t(c.load_cert_chain, *a)
for k in ({}, dict(cafile=1), dict(capath=1), dict(cadata=1), dict(cafile='nofile'), dict(cafile=D + 'badcert.pem'), dict(cafile=D + 'nullcert.pem'), dict(capath='nodir'), dict(cadata=''), dict(cadata=b''), dict(cadata='é'), dict(cadata='broken'), dict(cadata=b'broken'), dict(cadata=b'0\x82'), dict(cafile=D + 'keycert.pem'), dict(capath=D + 'capath'), dict(cadata=PEM), dict(cadata=DER), dict(cadata=bytearray(b'x')), dict(cafile='a\x00b'), dict(cafile=None, capath=None, cadata=None)):
    print('verify', str(k).replace(D, '')[:50], end=' ')
    t(c.load_verify_locations, **k)
print(c.cert_store_stats())
print(c.get_ca_certs())
print([len(x) for x in c.get_ca_certs(True)])
for a in (1, 'nofile', D + 'ffdh3072.pem', D + 'keycert.pem', 'a\x00', D + 'nullcert.pem', None, b'nofile'):
    print('dh', str(a).replace(D, ''), end=' ')
    t(c.load_dh_params, a)
for a in (1, 'prime256v1', b'prime256v1', 'nope', None, 'X25519', 'a\x00', 'secp256k1', 'rsaEncryption'):
    print('curve', a, end=' ')
    t(c.set_ecdh_curve, a)


def s(o, n, *vs):
    for v in vs:
        print(n, repr(v)[:40].split(' at')[0], end=' ')
        try:
            setattr(o, n, v)
            print(getattr(o, n))
        except BaseException as e:
            print(type(e), e)


for p in (2, 16, 17, 3):
    c = C(p)
    print('-- protocol', p)
    s(c, 'verify_mode', 0, 1, 2, 3, -1, 'x', None, 1 << 40)
    s(c, 'check_hostname', True, False, 1, '', [])
    c.check_hostname = True
    s(c, 'verify_mode', 0)
    s(c, 'verify_flags', 0, 32768, 1 << 40, 'x', -1, 32)
    s(c, '_host_flags', 0, 4, 'x', 1 << 40, -1)
    s(c, 'options', 0, _ssl.OP_ALL, _ssl.OP_NO_TLSv1, _ssl.OP_NO_TLSv1 | _ssl.OP_NO_SSLv3, -1, 1 << 63, 'x', 1 << 33)
    s(c, 'minimum_version', -2, -1, 0, 768, 769, 770, 771, 772, 5, 'x', 1 << 40, -3)
    s(c, 'maximum_version', -2, -1, 0, 768, 769, 770, 771, 772, 5, 'x')
    s(c, 'num_tickets', 0, 1, -1, 'x', 1 << 40, 1 << 70)
    s(c, 'post_handshake_auth', 1, 0, True, 'x')
    s(c, 'keylog_filename', 1, '/nodir/x', None, 'a\x00b')
    s(c, 'sni_callback', 1, None, len)
    s(c, '_msg_callback', 1, None, len)
    s(c, 'security_level', 1)
    s(c, 'protocol', 1)
    for n in ('verify_mode', 'options', 'sni_callback', 'minimum_version', 'check_hostname'):
        try:
            delattr(c, n)
        except BaseException as e:
            print(n, type(e), e)
