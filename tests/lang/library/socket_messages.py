"""sendmsg, recvmsg and recvmsg_into: many buffers, ancillary data, addresses, errors."""
import array
import os
import socket
import tempfile


def tell(call):
    try:
        print(call())
    except Exception as problem:
        print(type(problem).__name__, problem)


a, b = socket.socketpair()
print(a.sendmsg([b"one", bytearray(b"two"), memoryview(b"three")]), b.recvmsg(100))
one, two = bytearray(4), bytearray(100)
print(a.sendmsg((b"hello world",)), b.recvmsg_into([one, memoryview(two)[2:50]]), one, two[:10])
read, write = os.pipe()
rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [write]))]
print(a.sendmsg([b"x"], rights))
data, ancillary, flags, address = b.recvmsg(10, socket.CMSG_SPACE(4), 0)
[(level, kind, packed)] = ancillary
print(data, (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS), len(packed), flags == 0x40000000 or flags, address)
os.write(int.from_bytes(packed, "little"), b"through it")
print(os.read(read, 20))
print(socket.send_fds(a, [b"fds"], [read, write]))
message, fds, flags, address = socket.recv_fds(b, 10, 5)
print(message, len(fds), [os.isatty(fd) for fd in fds])
print(a.sendmsg([b"cut"], rights), b.recvmsg(10)[1:3])
print(a.sendmsg([]), a.sendmsg([b"plain"], [], 0, None), b.recvmsg(2), b.recvmsg(20))
with tempfile.TemporaryDirectory() as folder:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    server.bind(folder + "/s")
    client = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    client.bind(folder + "/c")
    print(client.sendmsg([b"to", b"you"], (), 0, folder + "/s"))
    data, ancillary, flags, address = server.recvmsg(3)
    print(data, ancillary, flags == socket.MSG_TRUNC, address == folder + "/c")
udp, other = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
udp.bind(("127.0.0.1", 0))
print(other.sendmsg([b"dgram"], [], 0, udp.getsockname()), udp.recvmsg(10)[3] == other.getsockname() or "127.0.0.1")
udp.settimeout(0.05)
tell(lambda: udp.recvmsg(5))
udp.setblocking(False)
tell(lambda: udp.recvmsg_into([bytearray(3)]))
for call in (lambda: a.recvmsg(), lambda: a.recvmsg(-1), lambda: a.recvmsg(1, -1), lambda: a.recvmsg("x"), lambda: a.recvmsg(1, 2, 3, 4),
             lambda: a.recvmsg_into(5), lambda: a.recvmsg_into([], -5), lambda: a.sendmsg(5), lambda: a.sendmsg(["text"]), lambda: a.sendmsg(),
             lambda: a.sendmsg([b""], 5), lambda: a.sendmsg([b""], [5]), lambda: a.sendmsg([b""], [(1, 2)]), lambda: a.sendmsg([b""], [(1, "x", b"")]),
             lambda: a.sendmsg([b""], [(1, 2, "x")]), lambda: a.sendmsg([b""], [], "x"), lambda: other.sendmsg([b""], [], 0, 5),
             lambda: a.sendmsg([b"x"], [(99, 99, b"abc")]), lambda: a.sendmsg([b"x"] * 5000)):
    tell(call)
a.close()
tell(lambda: a.recvmsg(1))
tell(lambda: a.sendmsg([b"x"]))
netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
for address in ((0, 0), 5, (1,), (0, "x")):
    try:
        print(netlink.bind(address), netlink.getsockname()[1])
    except TypeError as problem:
        print("TypeError", str(problem)[:30] if address == 5 else "")
print(len([name for name in dir(socket) if name.isupper() and name != "CAPI"]))
