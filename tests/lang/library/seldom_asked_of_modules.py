"""What few programs ask: shared memory by name, quit and exit as objects, asyncio's own registry, iterators of struct, zone caches, marshal of positions, locals of threads by hand."""
import _posixshmem
import _struct
import _thread
import asyncio
import asyncio.events
import asyncio.tasks
import builtins
import datetime
import os
import struct
import zoneinfo
from multiprocessing import shared_memory


def attempt(function, *args, **kw):
    try:
        return function(*args, **kw)
    except (Exception, SystemExit, asyncio.CancelledError) as error:
        return type(error).__name__, str(error)


# ---- shared memory
name = f"/minipy-seldom-{os.getpid()}"
fd = _posixshmem.shm_open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode=0o600)
print(os.fstat(fd).st_size, attempt(_posixshmem.shm_open, name, os.O_CREAT | os.O_EXCL)[0], attempt(_posixshmem.shm_open, "/none-such", os.O_RDONLY), attempt(_posixshmem.shm_open, 5, 0), attempt(_posixshmem.shm_open, name, "a"), attempt(_posixshmem.shm_open, name, 0, "a"), attempt(_posixshmem.shm_open))
os.close(fd)
print(_posixshmem.shm_unlink(name), attempt(_posixshmem.shm_unlink, "/none-such"), attempt(_posixshmem.shm_unlink, 5), attempt(_posixshmem.shm_unlink))
block = shared_memory.SharedMemory(create=True, size=100)
other = shared_memory.SharedMemory(name=block.name)
block.buf[:5] = b"hello"
print(bytes(other.buf[:5]), block.size >= 100, attempt(shared_memory.SharedMemory, name="none-such")[0], attempt(shared_memory.SharedMemory, create=True, size=0), attempt(shared_memory.SharedMemory, create=True, size=-1))
other.close(), block.close(), block.unlink()

# ---- quit, exit, and the others of site
for name in "exit", "quit", "copyright", "credits", "license", "help":
    thing = getattr(builtins, name)
    print(name, repr(thing).splitlines()[0][:9], type(thing).__name__, attempt(thing, 5) if name in ("exit", "quit") else None, attempt(thing, "text") if name == "exit" else None, attempt(setattr, thing, "other", 1), attempt(getattr, thing, "other"), attempt(delattr, thing, "other"), attempt(getattr, thing, "none"), attempt(thing, 1, 2, 3)[0] if name != "help" else None)

# ---- asyncio's registry
class Task:
    def __init__(self, loop):
        self._loop = loop

    def done(self):
        return False

    def get_loop(self):
        return self._loop


loop = asyncio.new_event_loop()
task = Task(loop)
asyncio._register_task(task)
print(asyncio.all_tasks(loop) == {task}, attempt(asyncio.tasks._register_task), attempt(asyncio.tasks._register_task, 5), attempt(asyncio.tasks._enter_task, loop, task), attempt(asyncio.tasks._enter_task, loop, 5)[0], attempt(asyncio.current_task, loop) is task, attempt(asyncio.tasks._leave_task, loop, 5)[0], attempt(asyncio.tasks._leave_task, loop, task), attempt(asyncio.tasks._leave_task, loop, task)[0])
asyncio._unregister_task(task)
print(asyncio.all_tasks(loop), attempt(asyncio.tasks._unregister_task), attempt(asyncio.tasks._unregister_task, task), attempt(asyncio.current_task, loop), attempt(asyncio.current_task), attempt(asyncio.all_tasks), attempt(asyncio.get_running_loop), asyncio.events._get_running_loop(), attempt(asyncio.events._set_running_loop, None))
future = loop.create_future()
for name, values in ("_cancel_message", (5, None)), ("_log_traceback", (True, False, 5)), ("_asyncio_future_blocking", (True, 5, None)), ("_source_traceback", (1,)), ("_loop", (1,)), ("_state", (1,)):
    print(name, [attempt(setattr, future, name, v) for v in values], attempt(delattr, future, name), repr(attempt(getattr, future, name))[:30] if name != "_loop" else None)
print(attempt(future.result), attempt(future.exception), attempt(future.set_exception, 5), attempt(future.set_exception, StopIteration), attempt(future.add_done_callback), attempt(future.remove_done_callback, 5), future.cancel("message"), future.cancel(), future.cancelled(), future.done(), attempt(future.result), attempt(future.set_result, 1), repr(future))
loop.close()

# ---- struct, thread locals
iterator = struct.iter_unpack("<H", b"abcd")
print(next(iterator), iterator.__length_hint__(), attempt(type(iterator)), attempt(struct.iter_unpack, "<H", b"abc"), attempt(struct.iter_unpack, "", b""), attempt(struct.iter_unpack, "<H", "text"), list(iterator), attempt(next, iterator), iterator.__length_hint__())
local = _thread._local()
local.a = 1
print(local.__dict__, attempt(setattr, local, "__dict__", {}), attempt(delattr, local, "__dict__"), attempt(_thread._local, 1), attempt(delattr, local, "none"), attempt(getattr, local, "none"))
class Local(_thread._local):
    def __init__(self, *args, **kw):
        self.args = args, kw
print(Local(1, a=2).args, attempt(Local.__new__, Local, 1).args if hasattr(attempt(Local.__new__, Local, 1), "args") else None, attempt(Local.__new__, 5), vars(Local(3)))

# ---- zones
Z = zoneinfo.ZoneInfo
utc, berlin = Z("UTC"), Z("Europe/Berlin")
print(Z("UTC") is utc, Z.no_cache("UTC") is utc, Z.clear_cache(), Z("UTC") is utc, Z.clear_cache(only_keys=["UTC", "none"]), attempt(Z.clear_cache, only_keys=5), attempt(Z.clear_cache, 1), attempt(Z, 5), attempt(Z, "no such"), attempt(Z, "../etc"), attempt(Z, "a\0b"), attempt(Z), attempt(Z.no_cache), attempt(Z.from_file, 5))
class Sub(Z):
    pass
print(Sub("UTC") is Sub("UTC"), Sub.clear_cache(), type(Sub("UTC")).__name__, Sub.clear_cache(only_keys=["UTC"]), repr(Sub("UTC"))[-20:], str(Sub("UTC")))
class Date(datetime.datetime):
    pass
for d in datetime.datetime(2020, 7, 1, 12), Date(2020, 1, 1), datetime.datetime(1800, 1, 1), datetime.datetime(9999, 12, 31), datetime.datetime(2020, 10, 25, 2, 30, fold=1), Date(2020, 10, 25, 2, 30, fold=1), Date(2500, 7, 1), Date(1, 1, 1), None, 5:
    print(attempt(berlin.utcoffset, d), attempt(berlin.dst, d), attempt(berlin.tzname, d), attempt(utc.utcoffset, d))
    if isinstance(d, datetime.datetime):
        print(attempt(berlin.fromutc, d), attempt(berlin.fromutc, d.replace(tzinfo=utc)), attempt(berlin.fromutc, d.replace(tzinfo=berlin)), attempt(lambda: d.replace(tzinfo=utc).astimezone(berlin)))
class Odd:
    hour = minute = second = fold = 0
    year = 2020
    tzinfo = berlin
    def toordinal(self):
        return 737500
print(attempt(berlin.utcoffset, Odd()), attempt(berlin.fromutc, Odd()))
