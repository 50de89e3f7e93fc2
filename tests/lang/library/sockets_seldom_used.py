"""Sockets made from descriptors, options of every form, timeouts that are none, names of services and families that are refused."""
import _socket
import array
import errno
import socket


def attempt(what, *args):
    try:
        r = what(*args)
        print(what.__name__, "->", r)
    except Exception as e:
        print(what.__name__, type(e).__name__, e)


a, b = socket.socketpair()
for s in a, b:
    again = _socket.socket(fileno=s.fileno())
    print(again.family == s.family, again.type == s.type, again.proto == s.proto, again.timeout, again.gettimeout())
    print(repr(again) == f"<socket object, fd={s.fileno()}, family={int(s.family)}, type={int(s.type)}, proto=0>")
    again.detach()
    print(repr(again))
for n in -1, 1 << 40, "x", 10**6:
    try:
        _socket.socket(fileno=n)
    except Exception as e:
        print(type(e).__name__, e)
try:
    with open(__file__, "rb") as f:
        _socket.socket(fileno=f.fileno())
except OSError as e:
    print(e)

for value in None, 0, 0.5, 3, float("nan"), -1, "x", float("inf"), 10**30, 10**8, -1e30:
    attempt(a.settimeout, value)
    print(a.gettimeout(), a.timeout, a.getblocking())
a.settimeout(None)
tcp = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
for args in ((socket.SO_KEEPALIVE, 1), (socket.SO_KEEPALIVE, b"\0\0\0\0"), (socket.SO_KEEPALIVE, array.array("i", [1])), (socket.SO_LINGER, b"x" * 8),
             (socket.SO_KEEPALIVE, None, 4), (socket.SO_KEEPALIVE, "x"), (socket.SO_KEEPALIVE, 1, 2), (socket.SO_KEEPALIVE,), (socket.SO_KEEPALIVE, None, "x")):
    attempt(tcp.setsockopt, socket.SOL_SOCKET, *args)
for args in (socket.SO_KEEPALIVE,), (socket.SO_KEEPALIVE, 4), (socket.SO_KEEPALIVE, 2), (socket.SO_KEEPALIVE, 2000), (socket.SO_KEEPALIVE, -1), (10**6,):
    attempt(tcp.getsockopt, socket.SOL_SOCKET, *args)
for n in -1, "x":
    attempt(a.recv, n)
attempt(a.recv_into, bytearray(4), -1)
attempt(a.recv_into, b"fixed")
attempt(a.recv_into, bytearray(4), 5)
attempt(a.sendto, b"x")
attempt(a.sendto, b"x", 0, 0, 0)
a.settimeout(0.01)
for call in (a.recv, 1), (a.recv_into, bytearray(1)), (a.recvfrom, 1), (a.accept,):
    attempt(*call)
a.setblocking(False)
attempt(a.recv, 1)
attempt(a.sendall, b"x" * 10**7)

server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen(1)
client = socket.socket()
client.setblocking(False)
code = client.connect_ex(server.getsockname())
print(code in (0, errno.EINPROGRESS))
client.settimeout(5)
client = socket.create_connection(server.getsockname(), 5)
print(client.getpeername() == server.getsockname())
for address in ("127.0.0.1",), ("127.0.0.1", -1), ("127.0.0.1", 70000), ("127.0.0.1", "x"), "text", ("\0", 1), (5, 1), ("caf\xe9\udcff", 1), ("127.0.0.1", 1, 2):
    attempt(tcp.connect, address)
six = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
for address in ("::1",), ("::1", 1, 1 << 21), ("::1", 1, 0, 0, 0), ("::1", 99999), ("::1", 1, -1):
    attempt(six.connect, address)
unix = socket.socket(socket.AF_UNIX)
for address in 5, "x" * 200, b"y" * 200, "/no/such/socket", bytearray(b"/no/such"), ("a", 1):
    attempt(unix.connect, address)

for name, *args in (("getservbyname", "http"), ("getservbyname", "http", "tcp"), ("getservbyname", "nosuch"), ("getservbyname", "http", "nosuch"),
                    ("getservbyport", 80), ("getservbyport", 80, "tcp"), ("getservbyport", 1), ("getservbyport", -1), ("getservbyport", 70000),
                    ("getservbyport", "x"), ("getprotobyname", "tcp"), ("getprotobyname", "nosuch"), ("inet_aton", "1.2.3"), ("inet_aton", "x"),
                    ("inet_aton", 5), ("inet_ntoa", b"abcd"), ("inet_ntoa", b"abc"), ("inet_pton", socket.AF_INET, "1.2.3"), ("inet_pton", 999, "x"),
                    ("inet_pton", socket.AF_INET6, "::x"), ("inet_pton", socket.AF_INET, 5), ("inet_ntop", 999, b""), ("inet_ntop", socket.AF_INET, b"abc"),
                    ("inet_ntop", socket.AF_INET6, b"\0" * 15), ("inet_ntop", socket.AF_INET, "text"), ("htons", -1), ("htons", 1 << 20), ("ntohl", 1 << 33),
                    ("htonl", "x"), ("if_nametoindex", "nosuch0"), ("if_indextoname", 10**6), ("if_indextoname", -1), ("dup", -1), ("close", -1),
                    ("setdefaulttimeout", -1), ("setdefaulttimeout", "x"), ("socketpair", 999), ("CMSG_LEN", -1), ("CMSG_SPACE", 1 << 62),
                    ("sethostname", 5), ("getdefaulttimeout",)):
    attempt(getattr(_socket, name), *args)
print(_socket.if_nametoindex("lo"), _socket.if_indextoname(1), (1, "lo") in _socket.if_nameindex())
for s in a, b, tcp, server, client, six, unix:
    s.close()
attempt(a.fileno)
attempt(a.send, b"x")
attempt(a.getsockname)
