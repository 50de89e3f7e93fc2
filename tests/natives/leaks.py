"""Does memory grow when objects of the modules in C are made, fail and go, again and again?

    INTERPRETER leaks.py [WORD ...]

A line for each way: `ok NAME`, or how many kilobytes the process grew by in each of the last rounds. What libraries
keep (malloc) is in it, which sys.getallocatedblocks does not see.
"""
import bz2
import datetime
import decimal
import gc
import hashlib
import hmac
import io
import lzma
import mmap
import os
import pickle
import queue
import sqlite3
import ssl
import sys
import test
import xml.etree.ElementTree as ET
import zlib
import zoneinfo
from pyexpat import ParserCreate

CERTIFICATE = os.path.join(os.path.dirname(test.__file__), "keycert3.pem")
DATA = bytes(range(256)) * 40
PACKED = {f: f.compress(DATA) for f in (zlib, bz2, lzma)}


def compressors(module, new, undo):
    c = new()
    c.compress(DATA)
    d = undo()
    d.decompress(PACKED[module][:50])
    d = undo()
    d.decompress(PACKED[module] + b"more")
    try:
        undo().decompress(b"\xff" * 30 + DATA)
    except Exception:
        pass


def parsers():
    for text in "<a>", "<a></b>", "<a b='1' b='2'/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<a><b/>t</a>":
        p = ParserCreate("utf-8", " ", {})
        p.StartElementHandler = p.EndElementHandler = p.CharacterDataHandler = lambda *a: p
        try:
            p.Parse(text, True)
        except Exception:
            pass
        for target in None, Raises():
            try:
                e = ET.XMLParser(target=target)
                e.feed(text)
                e.close()
            except Exception:
                pass
    root = ET.fromstring("<a x='1'>b<c/>d</a>")
    list(root.iter()), root.find("c"), root.copy() if hasattr(root, "copy") else None, ET.tostring(root)
    root.append(root)
    pull = ET.XMLPullParser(["start", "end", "start-ns", "end-ns", "pi", "comment"])
    pull.feed("<a xmlns='u'><?p q?><!--c-->")
    list(pull.read_events())


class Raises:
    def start(self, tag, attributes):
        raise KeyError(tag)


def connections():
    c = sqlite3.connect(":memory:", detect_types=1)
    c.create_function("f", -1, lambda *a: c)
    c.create_aggregate("g", 1, Raises)
    c.create_collation("h", lambda a, b: 0)
    c.set_trace_callback(lambda s: c)
    c.set_authorizer(lambda *a: 0)
    c.execute("create table t(a, b blob)")
    c.executemany("insert into t values(?, ?)", [(i, b"x" * 100) for i in range(30)])
    for sql in "select f(1)", "select g(1)", "nonsense", "select ? from t", "select * from t order by a collate h":
        try:
            c.execute(sql).fetchone()
        except Exception:
            pass
    with c.blobopen("t", "b", 1) as b:
        b.read(3)
    c.blobopen("t", "b", 2)
    c.commit()
    d = sqlite3.connect(":memory:")
    c.backup(d)
    d.deserialize(c.serialize())
    list(c.iterdump())


def secrets():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    context.set_alpn_protocols(["a"])
    context.sni_callback = lambda *a: context
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.load_verify_locations(CERTIFICATE)
    for f in (lambda: client.load_cert_chain("/nonexistent"), lambda: client.set_ciphers("none"), lambda: client.load_verify_locations(cadata="x")):
        try:
            f()
        except Exception:
            pass
    pairs = [ssl.MemoryBIO() for _ in range(4)]
    a = client.wrap_bio(pairs[0], pairs[1], server_hostname="localhost")
    b = context.wrap_bio(pairs[1], pairs[0], server_side=True)
    for _ in range(4):
        for side in a, b:
            try:
                side.do_handshake()
            except ssl.SSLError:
                pass
    try:
        a.write(b"x"), b.read(1), a.session, a.getpeercert(True)
    except ssl.SSLError:
        pass


def hashes():
    for name in "md5", "sha3_256", "blake2b", "shake_128", "sha512":
        h = hashlib.new(name, DATA)
        h.copy().update(b"x")
    hmac.new(b"k", b"m", "sha256").copy().digest()
    hashlib.pbkdf2_hmac("sha256", b"a", b"b", 2)
    for f in (lambda: hashlib.new("none"), lambda: hmac.new(b"", b"", "none"), lambda: hashlib.scrypt(b"", salt=b"", n=3, r=1, p=1)):
        try:
            f()
        except Exception:
            pass


class Odd:
    def __reduce__(self):
        raise KeyError


def pickles():
    value = [{"a": (1, 2.5, "x" * 100)}, {1, 2}, frozenset((3,)), bytearray(b"x" * 300), datetime.date(2020, 1, 1), decimal.Decimal("1.5"), b"y" * 70_000]
    value.append(value)
    for protocol in range(6):
        p = pickle.Pickler(io.BytesIO(), protocol)
        p.dump(value)
        text = pickle.dumps(value, protocol)
        pickle.loads(text)
        for bad in text[:40], b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f", b"(((((" + text[:60], text[:60] + b"R.", b"cos\nnothing\n.":
            try:
                pickle.loads(bad)
            except Exception:
                pass
        try:
            pickle.dumps([value, Odd()], protocol)
        except Exception:
            pass
    pickle.loads(pickle.dumps(pickle.PickleBuffer(b"a"), 5, buffer_callback=[].append), buffers=[b"a"])


def numbers():
    with decimal.localcontext() as c:
        c.prec = 300
        for f in (lambda: decimal.Decimal(2).sqrt(), lambda: decimal.Decimal(3).exp().ln(), lambda: decimal.Decimal("1e300") ** 5, lambda: decimal.Decimal(1) / 0,
                  lambda: decimal.Decimal("x"), lambda: format(decimal.Decimal("1.23"), "020,.50f"), lambda: decimal.Decimal(1).compare("x"), lambda: hash(decimal.Decimal("1e99999"))):
            try:
                f()
            except Exception:
                pass


def times():
    zone = zoneinfo.ZoneInfo.no_cache("Europe/Berlin")
    t = datetime.datetime(2020, 1, 1, tzinfo=zone)
    t.astimezone(datetime.timezone.utc), t.strftime("%c %Z %z %f"), t.isoformat(), t + datetime.timedelta(1), pickle.dumps(t)
    zoneinfo.ZoneInfo.clear_cache()
    for f in (lambda: datetime.datetime.fromisoformat("x"), lambda: datetime.datetime(1, 1, 99), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(b"TZif2" + bytes(60))),
              lambda: zoneinfo.ZoneInfo("../x"), lambda: datetime.datetime.strptime("a", "%Y"), lambda: t.replace(tzinfo=3), lambda: datetime.timedelta(10**12)):
        try:
            f()
        except Exception:
            pass


def queues():
    q = queue.SimpleQueue()
    for i in range(50):
        q.put([q, i])
    for f in (q.get_nowait, lambda: q.get(timeout=-1), lambda: queue.SimpleQueue().get_nowait()):
        try:
            f()
        except Exception:
            pass
    m = mmap.mmap(-1, 10_000)
    m.resize(20_000)
    view = memoryview(m)
    for f in (m.close, lambda: m.resize(1), lambda: m.move(0, 1, 99_999), lambda: m.find(b"x", "y")):
        try:
            f()
        except Exception:
            pass
    view.release()


WAYS = {"zlib": lambda: compressors(zlib, zlib.compressobj, zlib.decompressobj), "bz2": lambda: compressors(bz2, bz2.BZ2Compressor, bz2.BZ2Decompressor),
        "lzma": lambda: compressors(lzma, lambda: lzma.LZMACompressor(preset=0), lzma.LZMADecompressor), "expat": parsers, "sqlite": connections, "ssl": secrets,
        "hashes": hashes, "pickle": pickles, "decimal": numbers, "datetime": times, "queue": queues}
ROUNDS = {"ssl": 20, "sqlite": 30, "lzma": 30}


def kilobytes():
    gc.collect()
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4


def measure(name, f):
    seen = []
    for _ in range(7):
        for _ in range(ROUNDS.get(name, 100)):
            f()
        seen.append(kilobytes())
    steps = [b - a for a, b in zip(seen[3:], seen[4:])]
    print(f"ok {name}" if min(steps) < 16 else f"{name} grows by {steps} KiB", flush=True)


sys.unraisablehook = lambda unraisable: None
for way, function in WAYS.items():
    if not sys.argv[1:] or way in sys.argv[1:]:
        measure(way, function)
