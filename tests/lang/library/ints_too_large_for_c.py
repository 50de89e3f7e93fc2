# Ints that the C type of an argument cannot hold, objects with __index__ that give such, and what is no int at all: within tuples and
# lists, too. Some functions take the lowest bits instead.
import _random, _signal, _sre, array, binascii, ctypes, fcntl, hashlib, io, os, select, socket, stat, struct, sys, time, zlib


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Whole:
    def __int__(self):
        return 1


def tell(name, call, *args):
    try:
        print(name, ascii(call(*args))[:80])
    except Exception as e:
        print(name, type(e).__name__, e)


class Closed:
    """A descriptor that nobody has."""

    def fileno(self):
        return 999


closed = Closed()
for n in -1, -2**31 - 1, -2**63 - 1, 2**31, 2**32, 2**63, 2**64, 10**40, "a", 1.5, None, Index(1), Index(-1), Index(2**70), Index("a"), Whole(), True:
    print("--", "Index %r" % n.n if isinstance(n, Index) else "Whole" if isinstance(n, Whole) else n)
    small = isinstance(n, int) and 0 <= n < 2**40
    tell("random state", _random.Random().setstate, (n,) * 624 + (1,))
    tell("random index", _random.Random().setstate, (1,) * 624 + (n,))
    tell("code of a pattern", lambda: _sre.compile("a", 0, [n], 0, {}, ()))
    tell("code twice", lambda: _sre.compile("a", 0, [1, n], 0, {}, ()))
    for name in "digest_size", "fanout", "leaf_size", "node_offset", "node_depth", "inner_size":
        tell(name, lambda: hashlib.blake2b(**{name: n}).name)
    tell("blake2s", lambda: hashlib.blake2s(node_offset=n).name)
    if not small:
        tell("shake", lambda: hashlib.shake_128(b"").digest(n))
    for f in stat.S_ISDIR, stat.S_IMODE, socket.ntohl, socket.htonl, socket.htons, socket.ntohs, os.major, os.minor:
        tell(f.__name__, f, n)
    tell("makedev", os.makedev, n, 1)
    tell("makedev 2", os.makedev, 1, n)
    for code in "bBhHiIlLqQnNPefd":
        tell("pack " + code, struct.pack, code, n)
        tell("pack > " + code, struct.pack, ">" + code, n) if code not in "nNP" else None
    for code in "bBhHiIlLqQfd":
        tell("array " + code, array.array, code, [n])
    for code in "bBhHiIlLqQnNPfd":
        tell("view " + code, memoryview(bytearray(8)).cast(code).__setitem__, 0, n)
    tell("cast", lambda: memoryview(b"abcdefgh" * 3).cast("i", [n, 3]).shape)
    tell("cast 2", lambda: memoryview(b"abcdefgh" * 3).cast("i", [2, n]).shape)
    tell("pack_into", struct.pack_into, "i", bytearray(8), n, 1)
    tell("unpack_from", struct.unpack_from, "i", bytearray(8), n)
    for f in zlib.crc32, zlib.adler32, binascii.crc32, binascii.crc_hqx:
        tell(f.__name__, f, b"a", n)
    tell("fcntl", lambda: fcntl.fcntl(closed, n))
    tell("fcntl 3", lambda: fcntl.fcntl(0, fcntl.F_GETFD, n) and 0)
    tell("ioctl", lambda: fcntl.ioctl(closed, n))
    tell("ioctl 3", lambda: fcntl.ioctl(closed, 1, n))
    tell("flock", fcntl.flock, closed, n)
    tell("epoll", lambda: select.epoll().register(closed, n))
    tell("poll", lambda: select.poll().register(closed, n))
    tell("utime", lambda: os.utime("/nosuch", (n, n)))
    tell("utime ns", lambda: os.utime("/nosuch", ns=(n, n)))
    if n is not None:
        tell("fileno", lambda: socket.socket(fileno=n).fileno())
    with socket.socket() as s:
        tell("setsockopt 1", s.setsockopt, n, socket.SO_REUSEADDR, 1)
        tell("setsockopt 2", s.setsockopt, socket.SOL_SOCKET, n, 1)
        tell("setsockopt 3", s.setsockopt, socket.SOL_SOCKET, socket.SO_REUSEADDR, n)
        tell("setsockopt 4", s.setsockopt, socket.SOL_SOCKET, socket.SO_REUSEADDR, None, n)
        tell("setsockopt 5", s.setsockopt, n, socket.SO_REUSEADDR, None, "a")
        if not small and not isinstance(n, Index):
            tell("connect", s.connect, ("127.0.0.1", n))
        tell("connect host", s.connect, (5, n))
    if not small:
        tell("wakeup", _signal.set_wakeup_fd, n)
    tell("percent c", lambda: "%c" % n)
    tell("percent c of bytes", lambda: b"%c" % n)
    tell("coder", lambda: io.IncrementalNewlineDecoder(None, False).setstate((b"", n)) if not isinstance(n, int) else 0)
