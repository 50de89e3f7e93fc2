"""A walk through libraries that help programs run: tries, locks, calls from afar, logs, orders, versions, paths."""
import logging
import os
import tempfile
import threading
import time

import backoff
import fasteners
import logbook
import path
import portalocker
import retrying
import rpyc
import semver
import serpent
import sortedcollections
import tenacity
from rpyc.utils.server import ThreadedServer

tries = []


@tenacity.retry(stop=tenacity.stop_after_attempt(3), reraise=True)
def first():
    tries.append(1)
    raise ValueError(len(tries))


@retrying.retry(stop_max_attempt_number=2)
def second():
    tries.append(2)
    raise ValueError(len(tries))


@backoff.on_exception(backoff.constant, ValueError, interval=0, max_tries=3, jitter=None)
def third():
    tries.append(3)
    raise ValueError(len(tries))


for function in first, second, third:
    try:
        function()
    except ValueError as e:
        print("tries", e, tries)
print("tenacity", first.retry.statistics["attempt_number"])

name = os.path.join(tempfile.mkdtemp(dir="."), "lock")
with portalocker.Lock(name, "w", timeout=1) as f:
    f.write("x")
    try:
        portalocker.Lock(name, "w", timeout=0.1, fail_when_locked=True).acquire()
    except portalocker.AlreadyLocked:
        print("portalocker", "locked")
lock, shared = fasteners.InterProcessLock(name), fasteners.ReaderWriterLock()
with shared.read_lock():
    print("fasteners", lock.acquire(blocking=False), lock.release(), shared.owner, shared.has_pending_writers)
os.remove(name)
os.rmdir(os.path.dirname(name))


class Service(rpyc.Service):
    def exposed_add(self, a, b):
        return a + b

    def exposed_fail(self):
        raise ValueError("far")


logging.disable(logging.CRITICAL)
server = ThreadedServer(Service, port=0, hostname="localhost", logger=logging.getLogger("rpyc"))
threading.Thread(target=server.start, daemon=True).start()
while not server.active:
    time.sleep(0.01)
connection = rpyc.connect("localhost", server.port)
print("rpyc", connection.root.add(2, 3), connection.root.add([1], [2]))
try:
    connection.root.fail()
except ValueError as e:
    print("rpyc", type(e), str(e).splitlines()[0])
connection.close()
while server.clients:
    time.sleep(0.01)
server.close()

handler = logbook.TestHandler()
with handler:
    log = logbook.Logger("tour")
    log.info("hello {}", 5)
    log.warn("w")
print("logbook", handler.has_info("hello 5"), [str(r.message) for r in handler.records])

data = {"a": [1, 2.5, (3,), {4}], "b": b"xy", "s": "\u00e9\n\0", "c": 2j, "n": None}
print("serpent", serpent.dumps(data, indent=True).decode(), serpent.loads(serpent.dumps(data)))

version = semver.VersionInfo.parse("1.2.3-rc.1+b5")
print("semver", version, version.bump_minor(), semver.compare("1.0.0", "1.0.0-rc"), semver.match("2.0.0", ">=1.5.0"))
print("semver", [str(v) for v in sorted(map(semver.VersionInfo.parse, ["1.0.0", "1.0.0-a", "0.9.9"]))])

print("sortedcollections", sortedcollections.ValueSortedDict({"a": 3, "b": 1, "c": 2}), sortedcollections.NearestDict({1: "a", 5: "b"})[4],
      sortedcollections.OrderedSet("hello"), list(sortedcollections.ItemSortedDict(lambda k, v: -v, {"x": 1, "y": 2})))

with path.TempDir() as folder:
    (folder / "a").mkdir()
    (folder / "a" / "f.txt").write_text("x\ny\n")
    (folder / "g.py").touch()
    print("path", sorted(p.name for p in folder.walk()), (folder / "a" / "f.txt").lines(), [p.ext for p in folder.files()])
    print("path", (folder / "a/f.txt").read_hexhash("md5"), path.Path("/a/b/c").relpathto("/a/x"))
