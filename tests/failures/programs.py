"""What run.py runs under minipy and under python3.11, with fail_calls.c preloaded.

    INTERPRETER programs.py [WORD ...]

Each operation runs with each call of a family failing in turn, each in a few ways, and writes a line
for each: operation, family, way, number, what came of it. An operation gives back what it did,
which says whether anything was lost. After each failure it runs again and must do what it did at
first, and as many descriptors must be open as before: "then wrong" otherwise.
"""
import asyncio
import gc
import io
import mmap
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from errno import EACCES, EAGAIN, EINTR, EIO, EMFILE, ENOMEM, ENOSPC, ENOSYS, EPERM

TEXT = "".join(f"line {i} é\n" for i in range(300))


def read(name):
    with open(name, encoding="utf-8") as f:
        return f.read()


def text_write():
    with open("w.txt", "w", encoding="utf-8") as f:
        for line in TEXT.splitlines(True):
            f.write(line)
    return read("w.txt") == TEXT


def text_read():
    with open("r.txt", encoding="utf-8", buffering=64) as f:
        return [f.readline(), f.tell(), len(f.read()), f.seek(0), next(f)]


def binary_write():
    with open("b.bin", "wb", buffering=100) as f:
        for i in range(30):
            f.write(bytes([i]) * 37)
    with open("b.bin", "rb", buffering=0) as f:
        return len(f.readall())


def random_access():
    with open("r.txt", "r+b", buffering=32) as f:
        f.seek(100)
        got = f.read(10)
        f.seek(100)
        f.write(got)
        f.truncate(f.seek(0, 2))
        return got, f.tell()


def raw_file():
    with open("r.txt", "rb", 0) as f:
        return f.read(5), f.seek(7), f.readinto(bytearray(3)), f.tell(), f.isatty()


def descriptors():
    a = os.open("d.bin", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        n = os.write(a, b"x" * 10), os.lseek(a, 0, 0), os.read(a, 10), os.pread(a, 4, 2), os.pwrite(a, b"yz", 0)
        b = os.dup(a)
        os.close(b)
        os.fsync(a)
        os.ftruncate(a, 3)
        return n, os.fstat(a).st_size
    finally:
        os.close(a)


def names():
    os.mkdir("n")
    try:
        os.symlink("x", "n/l")
        found = sorted(e.name for e in os.scandir("n")), os.listdir("n"), os.readlink("n/l"), os.path.exists("n/zz"), os.path.isdir("n")
        os.rename("n/l", "n/m")
        os.unlink("n/m")
        return found, os.getcwd()[-2:] and 1
    finally:
        for e in os.listdir("n"):
            os.unlink("n/" + e)
        os.rmdir("n")


def copies():
    shutil.copyfile("r.txt", "c.txt")
    same = read("c.txt") == TEXT
    os.makedirs("t/u", exist_ok=True)
    shutil.rmtree("t")
    return same, os.path.exists("t")


def temporary():
    with tempfile.TemporaryFile() as f:
        f.write(b"abc" * 100)
        f.seek(0)
        n = len(f.read())
    with tempfile.NamedTemporaryFile(dir=".") as f:
        return n, os.path.exists(f.name)


def pairs():
    a, b = socket.socketpair()
    with a, b:
        a.sendall(b"x" * 1000)
        a.shutdown(socket.SHUT_WR)
        got = b""
        while part := b.recv(300):
            got += part
        return len(got)


def server():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen(1)
        with socket.create_connection(s.getsockname(), timeout=5) as c:
            d, _ = s.accept()
            with d:
                d.settimeout(5)
                c.sendall(b"hello")
                return d.recv(10)


def selectors():
    a, b = os.pipe()
    try:
        os.write(b, b"x")
        p = select.poll()
        p.register(a, select.POLLIN)
        r = [n for _, n in p.poll(1000)], len(select.select([a], [], [], 1)[0])
        with select.epoll() as e:
            e.register(a, select.EPOLLIN)
            return r, [n for _, n in e.poll(1)]
    finally:
        os.close(a), os.close(b)


def maps():
    with open("r.txt", "r+b") as f, mmap.mmap(f.fileno(), 0) as m, mmap.mmap(-1, 4096) as anonymous:
        anonymous[0:3] = b"abc"
        return m[:6], m.size(), anonymous[:3], m.flush()


def children():
    p = subprocess.run(["/bin/echo", "hi"], capture_output=True, stdin=subprocess.DEVNULL, timeout=20)
    return p.returncode, p.stdout


def inheritance():
    with open("r.txt", encoding="utf-8") as kept, open("r.txt", encoding="utf-8") as other:
        for f in (kept, other):
            os.set_inheritable(f.fileno(), True)
        listed = subprocess.run(["/bin/ls", "/proc/self/fd"], capture_output=True, pass_fds=[kept.fileno()], timeout=20).stdout.split()
        return len(listed), b"%d" % kept.fileno() in listed, b"%d" % other.fileno() in listed


def conversation():
    p = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        return len(p.communicate(b"z" * 100_000, timeout=20)[0])
    finally:
        p.kill(), p.wait(), p.stdin.close(), p.stdout.close()


def forks():
    pid = os.fork()
    if not pid:
        os._exit(3)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def threads():
    seen = []
    some = [threading.Thread(target=seen.append, args=(i,)) for i in range(3)]
    for t in some:
        t.start()
    for t in some:
        t.join()
    return sorted(seen)


def modules():
    for name in "fresh_module", "fresh_package":
        sys.modules.pop(name, None)
    sys.path_importer_cache.clear()
    import fresh_module
    import fresh_package
    return fresh_module.x, fresh_package.y


def written_modules():
    """Their bytecode is written into a folder that is not there yet, and read from there."""
    sys.dont_write_bytecode, sys.pycache_prefix = False, os.path.join(os.getcwd(), "s.db-kept")
    try:
        shutil.rmtree(sys.pycache_prefix, ignore_errors=True)
        return modules(), modules()
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = True, None


def archives():
    with zipfile.ZipFile("z.zip", "w") as z:
        z.writestr("a.txt", "abc" * 100)
    with zipfile.ZipFile("z.zip") as z:
        return len(z.read("a.txt")), z.testzip()


def zipped_module():
    import zipimport
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()
    return zipimport.zipimporter("m.zip").get_source("zipped")


def database():
    import sqlite3
    base = sqlite3.connect("s.db", timeout=0.1)
    try:
        with base:
            base.execute("create table if not exists t(a)")
            base.execute("delete from t")
            base.executemany("insert into t values(?)", [("x" * 500,)] * 20)
        return base.execute("select count(*) from t").fetchone()
    finally:
        base.close()


async def speak():
    async def answer(reader, writer):
        writer.write(await reader.readline())
        writer.close()
    s = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with s:
        reader, writer = await asyncio.open_connection(*s.sockets[0].getsockname())
        writer.write(b"hello\n")
        line = await asyncio.wait_for(reader.readline(), 2)
        writer.close()
        return line


def event_loop():
    return asyncio.run(speak())


def randomness():
    return len(os.urandom(16)), len(os.getrandom(4))


def streams():
    out = io.TextIOWrapper(open("o.txt", "wb", buffering=16), encoding="utf-8", write_through=True)
    try:
        print("x" * 40, file=out)
        print("y" * 40, file=out, flush=True)
    finally:
        out.close()
    return len(read("o.txt"))


# ---- libraries that ask for memory themselves ----------------------------------------------------

def compressed_zlib():
    import zlib
    packer = zlib.compressobj(6)
    data = packer.compress(b"abc" * 900)
    other = packer.copy()
    data += packer.flush()
    reader = zlib.decompressobj()
    got = reader.decompress(data, 100)
    twin = reader.copy()
    return len(got + reader.decompress(reader.unconsumed_tail)), len(twin.flush()), len(other.flush()), zlib.decompress(zlib.compress(b"x" * 99))


def compressed_bz2():
    import bz2
    packer = bz2.BZ2Compressor(1)
    data = packer.compress(b"abc" * 900) + packer.flush()
    return len(bz2.BZ2Decompressor().decompress(data)), bz2.decompress(bz2.compress(b"x" * 99))


def compressed_lzma():
    import lzma
    packer = lzma.LZMACompressor(preset=0)
    data = packer.compress(b"abc" * 900) + packer.flush()
    raw = [{"id": lzma.FILTER_DELTA, "dist": 2}, {"id": lzma.FILTER_LZMA2, "preset": 0}]
    some = lzma.compress(b"y" * 99, lzma.FORMAT_RAW, filters=raw)
    return len(lzma.LZMADecompressor().decompress(data)), lzma.decompress(some, lzma.FORMAT_RAW, filters=raw), lzma.is_check_supported(4)


XML = b"""<?xml version="1.0" encoding="utf-8"?><!DOCTYPE a [<!ENTITY e "text"><!ATTLIST b c CDATA "d"><!ELEMENT a (b)*>]>
<a xmlns:n="urn:n"><b n:f="1" g="2">&e;</b><!-- said --><?do it?><![CDATA[raw]]></a>"""


def parsed():
    from xml.parsers import expat
    seen = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    for name in ("StartElementHandler", "EndElementHandler", "CharacterDataHandler", "CommentHandler", "ProcessingInstructionHandler",
                 "StartNamespaceDeclHandler", "EntityDeclHandler", "AttlistDeclHandler", "ElementDeclHandler"):
        setattr(parser, name, lambda *args: seen.append(args))
    parser.Parse(XML[:120])
    parser.Parse(XML[120:], True)
    return seen


def tree():
    import xml.etree.ElementTree as tree
    root = tree.fromstring(XML)
    return [(e.tag, e.attrib, e.text) for e in root.iter()]


def hashes():
    import hashlib
    import hmac
    h = hashlib.new("sha512", b"a")
    other = h.copy()
    other.update(b"b")
    return (h.hexdigest()[:9], other.digest()[:4], hashlib.shake_128(b"c").digest(5), hashlib.pbkdf2_hmac("sha256", b"p", b"s", 3)[:5],
            hashlib.scrypt(b"p", salt=b"s", n=2, r=1, p=1)[:5], hmac.digest(b"k", b"m", "sha1")[:5])


def codes():
    import _hashlib as h
    code = h.hmac_new(b"key", b"text", "sha256")
    other = code.copy()
    other.update(b"b" * 3000)
    long = h.openssl_shake_256(b"c").copy()
    return (code.hexdigest()[:9], other.digest()[:4], code.name, code.digest_size, code.block_size, h.hmac_digest(b"k" * 200, b"m" * 3000, "sha512")[:4],
            long.hexdigest(200)[:9], long.digest(3000)[:4], h.new("sm3", b"a" * 3000).name, h.pbkdf2_hmac("sha512", b"p" * 300, b"s", 2, 100)[:4],
            h.hmac_digest(b"k", b"m", h.openssl_md5)[:4])


def tls():
    import ssl
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.set_ciphers("ECDHE+AESGCM")
    context.set_alpn_protocols(["h2"])
    return context.check_hostname, context.protocol


def handshake():
    import ssl
    if sys.implementation.name == "cpython":
        return None  # python3.11 ends by a signal, in wrap_bio()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    talk = context.wrap_bio(there, back, server_hostname="localhost")
    try:
        talk.do_handshake()
    except ssl.SSLWantReadError:
        return back.pending > 100, back.write(b"abc"), talk.version(), context.get_ciphers()[0]["name"]


def queries():
    import sqlite3
    base = sqlite3.connect(":memory:", isolation_level=None)
    try:
        base.create_function("twice", 1, lambda x: x * 2)
        base.create_collation("back", lambda a, b: (a < b) - (a > b))
        base.execute("create table t(a, b)")
        base.executemany("insert into t values(?, ?)", [(i, "x" * i) for i in range(5)])
        return base.execute("select twice(a), b from t order by b collate back").fetchall(), len(base.serialize()), list(base.iterdump())[1]
    finally:
        base.close()


def keyed():
    """By gdbm: the library of ndbm ends by a signal, under python3.11, too."""
    import dbm.gnu
    base = dbm.gnu.open("s.db-keys", "n")
    try:
        base["a"], base["b"] = b"1", b"2"
        return base["a"], sorted(base.keys())
    finally:
        base.close()


FILE = {"open": (EMFILE, EINTR), "fstat": (EIO,), "lseek": (EIO,), "close": (EIO,), "fcntl": (EIO,)}
READ = {"read": (EIO, EINTR, EAGAIN, "short")}
WRITE = {"write": (EIO, ENOSPC, EINTR, EAGAIN, "short")}
SOCKET = {"socket": (EMFILE,), "close": (EIO,), "fcntl": (EIO,), "send": (EIO, EINTR, "short"), "recv": (EIO, EINTR, "short"),
          "poll": (ENOMEM, EINTR)}
CHILD = {"pipe": (EMFILE,), "fork": (EAGAIN, ENOMEM), "read": (EIO, EINTR), "wait": (EINTR,), "poll": (ENOMEM, EINTR), "close": (EIO,)}
MEMORY = {"malloc": (ENOMEM,)}
OPERATIONS = {
    text_write: FILE | WRITE, text_read: FILE | READ, binary_write: FILE | WRITE, random_access: FILE | READ | WRITE | {"truncate": (ENOSPC,)},
    raw_file: FILE | READ, streams: FILE | WRITE, archives: FILE | READ | WRITE | {"stat": (EIO,)},
    descriptors: FILE | READ | WRITE | {"pread": (EIO, EINTR), "pwrite": (EIO, EINTR), "dup": (EMFILE,), "fsync": (EIO, EINTR), "truncate": (EIO,)},
    names: {"mkdir": (ENOSPC,), "link": (EIO,), "opendir": (EMFILE,), "readdir": (EIO,), "readlink": (EIO,), "rename": (EIO,),
            "unlink": (EIO,), "rmdir": (EIO,), "stat": (EIO,), "getcwd": (EIO,)},
    copies: FILE | READ | WRITE | {"sendfile": (EIO, EINTR, "short"), "stat": (EIO,), "rmdir": (EIO,), "opendir": (EMFILE,), "mkdir": (EIO,)},
    temporary: FILE | WRITE | {"unlink": (EIO,), "getrandom": (EIO, EINTR)},
    pairs: SOCKET, server: SOCKET | {"connect": (EIO,), "accept": (EMFILE, EINTR), "bind": (EIO,), "listen": (EIO,), "setsockopt": (EIO,)},
    selectors: {"pipe": (EMFILE,), "poll": (ENOMEM, EINTR), "select": (ENOMEM, EINTR), "epoll_create": (EMFILE,), "epoll_ctl": (ENOSPC,),
                "epoll_wait": (EIO, EINTR), "close": (EIO,)},
    maps: {"open": (EMFILE,), "mmap": (ENOMEM,), "fstat": (EIO,), "dup": (EMFILE,), "fcntl": (EMFILE,)},
    children: CHILD, conversation: CHILD | {"write": (EIO, EINTR, "short")}, forks: {"fork": (EAGAIN,), "wait": (EINTR,)},
    inheritance: {"close_range": (EPERM, ENOSYS)},
    threads: {"clone": (EAGAIN,)}, modules: {"open": (EMFILE,), "read": (EIO, "short", EINTR), "stat": (EIO,), "fstat": (EIO,), "opendir": (EMFILE,), "readdir": (EIO,), "close": (EIO,)},
    written_modules: {"open": (EMFILE, EACCES), "read": (EIO, "short", EINTR), "write": (ENOSPC, EINTR, "short"), "mkdir": (EACCES,),
                      "rename": (EACCES,), "close": (EIO,), "stat": (EIO,), "fstat": (EIO,)},
    zipped_module: {"open": (EMFILE,), "read": (EIO, "short", EINTR), "lseek": (EIO,), "stat": (EIO,)},
    database: {"open": (EMFILE, EIO), "read": (EIO,), "pread": (EIO, "short", EINTR), "pwrite": (EIO, ENOSPC, "short", EINTR), "fsync": (EIO,), "stat": (EIO,),
               "unlink": (EIO,), "fcntl": (EIO,), "close": (EIO,)},
    event_loop: SOCKET | {"epoll_create": (EMFILE,), "epoll_ctl": (ENOSPC,), "epoll_wait": (EINTR,), "accept": (EMFILE,)},
    randomness: {"getrandom": (EIO, EINTR)},
    compressed_zlib: MEMORY, compressed_bz2: MEMORY, compressed_lzma: MEMORY, parsed: MEMORY, tree: MEMORY, hashes: MEMORY, codes: MEMORY, tls: MEMORY,
    handshake: MEMORY, queries: MEMORY, keyed: MEMORY,
}


def outcome(operation):
    try:
        return repr(operation())
    except BaseException as e:
        return f"{type(e).__name__}: {e}".replace("\n", " ")[:160]


def descriptors_open():
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def put(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)


def numbers(family):
    """Each call; of those for memory, which are many, some of the later ones."""
    n = 1
    while n < (10_000 if family == "malloc" else 200):
        yield n
        n += 1 + (n // 10 if n > 150 else 0)


def one_family(operation, family, way):
    wanted, before = outcome(operation), descriptors_open()
    for n in numbers(family):
        signal.alarm(60)
        os.access(f"/fail:{family}:{n}:{way}", 0)
        said = outcome(operation)
        if not os.access("/fail:off", 0):
            break
        restore()
        after = outcome(operation)
        gc.collect()
        if after != wanted:
            said += f"; then wrong: {after}"
        elif descriptors_open() != before:
            said += f"; then {descriptors_open() - before} more descriptors"
            before = descriptors_open()
        print(f"{operation.__name__}\t{family}\t{way}\t{n}\t{said}", flush=True)


def restore():
    shutil.rmtree("n", ignore_errors=True)
    put("r.txt", TEXT)
    for name in os.listdir("."):
        if name == "s.db-kept":
            shutil.rmtree(name)
        elif name.startswith(("s.db", "tmp")):
            os.unlink(name)


def main():
    sys.unraisablehook = lambda *a: None
    sys.stderr = open(os.devnull, "w")
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.getcwd())
    put("fresh_module.py", "x = 3\n")
    os.mkdir("fresh_package")
    put("fresh_package/__init__.py", "y = 4\n")
    with zipfile.ZipFile("m.zip", "w") as z:
        z.writestr("zipped.py", "z = 5\n")
    restore()
    time.sleep(0)
    for operation, families in OPERATIONS.items():
        if not sys.argv[1:] or operation.__name__ in sys.argv[1:]:
            outcome(operation)
            for family, ways in families.items():
                for way in ways:
                    one_family(operation, family, way)


main()
