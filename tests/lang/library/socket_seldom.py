"""Sockets: a buffer that takes data and sender, scopes and flows of IPv6, names that the system makes up."""
import socket

receiver = socket.socket(type=socket.SOCK_DGRAM)
receiver.bind(("127.0.0.1", 0))
receiver.setblocking(False)
own = receiver.getsockname()


def attempt(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
    except Exception as e:
        result = type(e).__name__, e
    print(args, kwargs, str(result).replace(str(own), "OWN"))


for args in ((), (1,), (bytearray(3), -1), (bytearray(3), 4), (bytearray(3), 0), (bytearray(0),), (b"abc",),
             (bytearray(3), "1"), (bytearray(3), 2, 0), (bytearray(3), 2, 0, 0)):
    receiver.sendto(b"hello", own)
    attempt(receiver.recvfrom_into, *args)
receiver.sendto(b"hello", own)
attempt(receiver.recvfrom_into, bytearray(4), nbytes=1, flags=0)
attempt(receiver.recvfrom_into, bytearray(4), bogus=1)
while True:
    try:
        receiver.recv(9)
    except BlockingIOError:
        break
attempt(receiver.recvfrom_into, bytearray(4))
receiver.close()
with socket.socket(socket.AF_INET6) as s:
    attempt(s.bind, ("::1", 0, -10, 0))
    attempt(s.bind, ("::1", 0, 1 << 20, 0))
print(socket.getaddrinfo("fe80::1%1", 80, socket.AF_INET6, socket.SOCK_STREAM, 0, socket.AI_NUMERICHOST))
with socket.socket(socket.AF_UNIX) as s:
    s.bind("")
    print(type(s.getsockname()), len(s.getsockname()), s.getsockname()[:1])
