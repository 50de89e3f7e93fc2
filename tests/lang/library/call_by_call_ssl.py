"""ssl over MemoryBIOs, both ends in the program itself, one call at a time: handshakes with every callback, what they raise, certificates, sessions, contexts.
Each call is tried by itself, so that where requests for memory fail (make fail-alloc) each meets its own."""
import os
import ssl
import sys
import tempfile
import test
import warnings
import _ssl

warnings.simplefilter("ignore")
D = os.path.dirname(test.__file__) + os.sep
NAMES = "keycert.pem keycert3.pem pycacert.pem allsans.pem idnsans.pem nokia.pem nosan.pem nullbytecert.pem talos-2019-0758.pem secp384r1.pem selfsigned_pythontestdotnet.pem keycertecc.pem badcert.pem nullcert.pem none.pem".split()
unraisable = []
sys.unraisablehook = lambda u: unraisable.append(type(u.exc_value).__name__)


def brief(v):
    if isinstance(v, dict):
        return sorted((k, brief(x)) for k, x in v.items())
    if isinstance(v, (tuple, list)):
        return [brief(x) for x in v]
    if isinstance(v, bytes) and len(v) > 40:
        return "bytes", len(v)
    return v if isinstance(v, (int, str, bytes, type(None), ssl.SSLErrorNumber)) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}".replace(folder.name, "FOLDER")


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        print("   ", n, tried(f, *args))


def client_context(**settings):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    c.load_verify_locations(D + "pycacert.pem")
    return changed(c, settings)


def server_context(**settings):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    c.load_cert_chain(D + "keycert3.pem")
    return changed(c, settings)


def changed(c, settings):
    for name, value in settings.items():
        if isinstance(getattr(type(c), name, None), property) or not callable(getattr(c, name, None)):
            setattr(c, name, value)
        else:
            getattr(c, name)(*value)
    return c


class Talk:
    """A client and a server, whose bytes go from the one to the other."""

    def __init__(self, client=None, server=None, host="localhost", session=None):
        self.a, self.b = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = (client or client_context()).wrap_bio(self.a, self.b, server_hostname=host, session=session)
        self.server = (server or server_context()).wrap_bio(self.b, self.a, server_side=True)

    def both(self, at_client, at_server, rounds=12):
        waiting, said = [at_client, at_server], [None, None]
        for _ in range(rounds):
            for i, f in enumerate(waiting):
                if f:
                    try:
                        said[i], waiting[i] = brief(f()), None
                    except ssl.SSLWantReadError:
                        pass
                    except Exception as e:
                        said[i], waiting[i] = f"{type(e).__name__}: {getattr(e, 'reason', None) or e}", None
            if not any(waiting):
                break
        return said

    def hands(self):
        return self.both(self.client.do_handshake, self.server.do_handshake)


def whole(client=None, server=None, host="localhost", session=None):
    """All that a connection has to say."""
    t = Talk(client, server, host, session)
    said = [t.hands()]
    for s in t.client, t.server:
        said += [tried(f) for f in (s.version, s.cipher, s.selected_alpn_protocol, s.compression, s.pending, s.shared_ciphers, s.getpeercert)]
        said += [s.server_side, s.server_hostname, brief(s.session_reused), tried(s.getpeercert, True), tried(lambda: len(s.get_channel_binding() or b"")), tried(s.get_channel_binding, "none")]
        for name in "get_verified_chain", "get_unverified_chain":
            said.append([tried(c.get_info) or tried(c.public_bytes, _ssl.ENCODING_PEM) for c in getattr(s._sslobj, name)() or ()])
    said.append(t.both(lambda: t.client.write(b"hello"), lambda: t.server.read(5)))
    said.append(t.both(lambda: t.client.read(3), lambda: t.server.write(b"answer")))
    room = bytearray(9)
    said += [tried(t.client.read, 9, room), bytes(room[:3]), tried(t.client.read, 0), tried(t.client.read, -1), tried(t.client.read, 5, b"fixed"), tried(t.client.read, "a"), tried(t.client.write, "text"), tried(t.client.write, b"")]
    said.append(t.both(t.client.unwrap, t.server.unwrap))
    return said


def remembered():
    """A session is taken up again."""
    client = client_context(maximum_version=ssl.TLSVersion.TLSv1_2)
    server = server_context()
    first = Talk(client, server)
    first.hands()
    session = first.client.session
    again = Talk(client, server, session=session)
    said = [again.hands(), again.client.session_reused, again.server.session_reused, session.has_ticket, session.timeout > 0, session.time > 0, session.ticket_lifetime_hint > 0, len(session.id), session == again.client.session, session == 5, session != session]
    for wrong in 5, None, session:
        said.append(tried(setattr, again.client, "session", wrong))
    said += [tried(setattr, again.server, "session", session), tried(setattr, Talk().client, "session", session), tried(hash, session), server.session_stats()["hits"]]
    return said


def told(kind, answer, host="localhost"):
    """What a callback of the server or the client hears, and what comes of its answer."""
    heard = []

    def callback(*args):
        heard.append([brief(a) for a in args[1:3]])
        if isinstance(answer, Exception):
            raise answer
        return answer
    client, server = client_context(), server_context()
    if not host:
        client.check_hostname = False
    if kind == "sni":
        server.sni_callback = callback
    else:
        (client if kind == "client" else server)._msg_callback = callback
    unraisable.clear()
    return Talk(client, server, host).hands(), len(heard), heard[:2], sorted(set(unraisable))


def other_context(conn, name, context):
    conn.context = server_context()
    for wrong in 5, None:
        unraisable.append(tried(setattr, conn, "context", wrong))


def later():
    """The client is asked for a certificate behind the handshake."""
    client = client_context(post_handshake_auth=True, load_cert_chain=(D + "keycert3.pem",))
    server = server_context(post_handshake_auth=True, verify_mode=ssl.CERT_REQUIRED, load_verify_locations=(D + "pycacert.pem",))
    t = Talk(client, server)
    said = [t.hands(), tried(t.client.verify_client_post_handshake), tried(t.server.verify_client_post_handshake)]
    said += [t.both(lambda: t.server.write(b"x"), lambda: t.client.read(1)), t.both(lambda: t.client.write(b"y"), lambda: t.server.read(1)), tried(t.server.getpeercert, True), len(t.server._sslobj.get_unverified_chain() or ())]
    return said


def with_log(where):
    client = client_context(keylog_filename=where)
    said = [Talk(client).hands(), client.keylog_filename == where]
    client.keylog_filename = None
    with open(where, encoding="ascii") as file:
        return [*said, sorted({line.split()[0] for line in file})]


def cut_off(at):
    """The bytes of the handshake end there, or are damaged."""
    t = Talk()
    tried(t.client.do_handshake)
    data = t.b.read()
    t.b.write(data[:at] if at >= 0 else b"\x16\x03\x01" + b"\xff" * 60)
    t.b.write_eof()
    return [tried(t.server.do_handshake), tried(t.client.do_handshake), tried(t.server.read), tried(t.server.unwrap), tried(t.client.version), tried(t.client.unwrap)]


folder = tempfile.TemporaryDirectory()
C = ssl.SSLContext
c = C(ssl.PROTOCOL_TLS_CLIENT)
show("certificates", *((_ssl._test_decode_cert, D + name) for name in NAMES), (_ssl._test_decode_cert, 5), (_ssl._test_decode_cert, "a\0b"))
show("loaded", *((client_context().load_cert_chain, D + name) for name in NAMES), *((client_context().load_verify_locations, D + name) for name in NAMES), *((client_context().load_dh_params, D + name) for name in ("ffdh3072.pem", "keycert.pem", "none.pem")), (c.load_dh_params, 5), (c.load_dh_params, None),
     (c.load_cert_chain, D + "keycert.passwd.pem", None, "somepass"), (c.load_cert_chain, D + "keycert.passwd.pem", None, b"wrong"), (c.load_cert_chain, D + "keycert.passwd.pem", None, lambda: "somepass"), (c.load_cert_chain, D + "keycert.passwd.pem", None, lambda: 5), (c.load_cert_chain, D + "keycert.passwd.pem", None, lambda: 1 / 0),
     (c.load_cert_chain, D + "keycert.passwd.pem", None, "x" * 2000), (c.load_cert_chain, D + "keycert.passwd.pem", None, bytearray(b"somepass")), (c.load_cert_chain, D + "keycert.passwd.pem", None, 5), (c.load_cert_chain, D + "keycert.pem", D + "keycert2.pem"), (c.load_cert_chain, 5), (c.load_cert_chain, D + "keycert.pem", 5), (c.load_cert_chain, "a\0b"),
     (c.load_verify_locations,), (c.load_verify_locations, None, D + "capath"), (c.load_verify_locations, None, "none"), (c.load_verify_locations, 5), (c.load_verify_locations, None, 5), (c.load_verify_locations, None, None, 5), (c.load_verify_locations, None, None, ""), (c.load_verify_locations, None, None, "no certificate"),
     (c.load_verify_locations, None, None, b"no certificate"), (c.load_verify_locations, None, None, "é"), (lambda: c.load_verify_locations(cadata=open(D + "pycacert.pem").read()),), (lambda: c.load_verify_locations(cadata=ssl.PEM_cert_to_DER_cert(open(D + "selfsigned_pythontestdotnet.pem").read()) * 2),),
     (lambda: len(c.get_ca_certs()),), (lambda: len(c.get_ca_certs(True)),), (c.cert_store_stats,), (c.set_default_verify_paths,), (lambda: sorted(c.session_stats()),))
show("contexts", *((C, n) for n in (ssl.PROTOCOL_TLS, ssl.PROTOCOL_TLSv1_2, ssl.PROTOCOL_SSLv23, 99, "a", -1)), (c.set_ciphers, "ALL"), (c.set_ciphers, "none"), (c.set_ciphers, 5), (c.set_ciphers, "ECDHE+AESGCM:!ECDSA"), (lambda: [x["name"] for x in c.get_ciphers()],), (c.set_ecdh_curve, "prime256v1"), (c.set_ecdh_curve, b"prime256v1"), (c.set_ecdh_curve, "none"), (c.set_ecdh_curve, 5),
     (c.set_alpn_protocols, ["h2", "http/1.1"]), (c.set_alpn_protocols, [""]), (c._set_alpn_protocols, 5), (c._set_alpn_protocols, b""), (c._set_alpn_protocols, b"\5x"), (setattr, c, "verify_mode", ssl.CERT_NONE), (setattr, c, "check_hostname", False), (setattr, c, "verify_mode", ssl.CERT_NONE), (setattr, c, "verify_mode", 99), (setattr, c, "verify_mode", "a"), (setattr, c, "check_hostname", True),
     (setattr, c, "verify_flags", ssl.VERIFY_CRL_CHECK_LEAF), (setattr, c, "verify_flags", 0), (setattr, c, "verify_flags", "a"), (setattr, c, "options", 0), (setattr, c, "options", "a"), (setattr, c, "options", 2**70), (setattr, c, "options", -1), (setattr, c, "minimum_version", 99), (setattr, c, "minimum_version", ssl.TLSVersion.MAXIMUM_SUPPORTED), (setattr, c, "maximum_version", ssl.TLSVersion.MINIMUM_SUPPORTED),
     (setattr, c, "maximum_version", ssl.TLSVersion.TLSv1_3), (setattr, C(ssl.PROTOCOL_TLSv1_2), "minimum_version", ssl.TLSVersion.TLSv1), (lambda: (c.minimum_version, c.maximum_version, c.security_level, c.num_tickets, c.post_handshake_auth, c.verify_flags, c.protocol, c.sni_callback, c.keylog_filename),), (setattr, c, "num_tickets", 5), (setattr, C(ssl.PROTOCOL_TLS_SERVER), "num_tickets", 5),
     (setattr, C(ssl.PROTOCOL_TLS_SERVER), "num_tickets", -1), (setattr, C(ssl.PROTOCOL_TLS_SERVER), "num_tickets", "a"), (setattr, c, "post_handshake_auth", "a"), (setattr, c, "sni_callback", len), (setattr, C(ssl.PROTOCOL_TLS_SERVER), "sni_callback", 5), (setattr, C(ssl.PROTOCOL_TLS_SERVER), "sni_callback", None), (setattr, c, "_msg_callback", 5), (setattr, c, "keylog_filename", "none/none"), (setattr, c, "keylog_filename", 5),
     (setattr, c, "keylog_filename", None), (setattr, c, "_host_flags", 5), (setattr, c, "_host_flags", "a"), (c.set_alpn_protocols, []))
B = ssl.MemoryBIO
b = B()
show("bytes", (b.write, b"abcdef"), (b.write, "text"), (b.write, b""), (lambda: b.pending,), (lambda: b.eof,), (b.read, 2), (b.read, 0), (b.read, "a"), (b.read, 2**40), (b.read,), (b.read,), (b.write_eof,), (lambda: b.eof,), (b.write, b"x"), (B, 1), (b.write, bytearray(b"y")),
     (c.wrap_bio, b, 5), (c.wrap_bio, 5, b), (c.wrap_bio, B(), B(), False, 5), (c.wrap_bio, B(), B(), False, "a\0b"), (c.wrap_bio, B(), B(), False, ""), (c.wrap_bio, B(), B(), False, ".a"), (c.wrap_bio, B(), B(), False, "x" * 300), (c.wrap_bio, B(), B(), True, "name"), (c.wrap_bio, B(), B(), False, "127.0.0.1"), (c.wrap_bio, B(), B(), False, "::1"), (c.wrap_bio, B(), B(), False, "é"), (c.wrap_bio, B(), B(), False, None, 5))
show("handshakes", (whole,), (whole, client_context(maximum_version=ssl.TLSVersion.TLSv1_2)), (whole, client_context(set_alpn_protocols=(["h2", "b"],)), server_context(set_alpn_protocols=(["b"],))), (whole, client_context(set_alpn_protocols=(["h2"],)), server_context(set_alpn_protocols=(["b"],))), (whole, client_context(), server_context(), "other"),
     (whole, client_context(), server_context(), "127.0.0.1"), (whole, changed(C(ssl.PROTOCOL_TLS_CLIENT), dict(check_hostname=False, verify_mode=ssl.CERT_NONE)), None, None), (whole, C(ssl.PROTOCOL_TLS_CLIENT)), (whole, client_context(minimum_version=ssl.TLSVersion.TLSv1_3), server_context(maximum_version=ssl.TLSVersion.TLSv1_2)),
     (whole, client_context(load_cert_chain=(D + "keycert3.pem",)), server_context(verify_mode=ssl.CERT_REQUIRED, load_verify_locations=(D + "pycacert.pem",))), (whole, client_context(), server_context(verify_mode=ssl.CERT_REQUIRED, load_verify_locations=(D + "pycacert.pem",))), (whole, client_context(load_cert_chain=(D + "keycert.pem",)), server_context(verify_mode=ssl.CERT_OPTIONAL)),
     (whole, client_context(set_ciphers=("AES128-GCM-SHA256",), maximum_version=ssl.TLSVersion.TLSv1_2), server_context(set_ciphers=("AES256-GCM-SHA384",))), (whole, client_context(), C(ssl.PROTOCOL_TLS_SERVER)), (whole, client_context(verify_flags=ssl.VERIFY_CRL_CHECK_LEAF)))
show("callbacks", *((told, "sni", answer) for answer in (None, 5, ssl.ALERT_DESCRIPTION_ACCESS_DENIED, "text", 2**70, ValueError("no"))), (told, "sni", None, None), *((told, end, answer) for end in ("client", "server") for answer in (None, KeyError("no"))), (lambda: [Talk(None, server_context(sni_callback=other_context)).hands(), unraisable],),
     (remembered,), (later,), (with_log, os.path.join(folder.name, "keys")), (Talk(client_context(keylog_filename="/dev/full")).hands,) if os.path.exists("/dev/full") else (len, ()), *((cut_off, n) for n in (-1, 0, 1, 5, 20, 400)))
show("functions", (_ssl.RAND_status,), (_ssl.RAND_add, b"abc", 1.5), (_ssl.RAND_add, "text", 0.0), (_ssl.RAND_add, 5, 0.0), (lambda: len(_ssl.RAND_bytes(5)),), (_ssl.RAND_bytes, -1), (_ssl.RAND_bytes, "a"), (lambda: len(_ssl.RAND_pseudo_bytes(5)[0]),), (_ssl.nid2obj, 17), (_ssl.nid2obj, -1), (_ssl.nid2obj, 10**6), (_ssl.nid2obj, "a"), (_ssl.txt2obj, "2.5.4.3"), (_ssl.txt2obj, "CN", True), (_ssl.txt2obj, "none"),
     (_ssl.txt2obj, 5), (lambda: len(_ssl.get_default_verify_paths()),))
folder.cleanup()
