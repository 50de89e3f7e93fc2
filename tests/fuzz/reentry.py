"""Calls natives with arguments whose methods change the receiver and the other arguments.

    INTERPRETER tests/fuzz/reentry.py FIRST COUNT [WORD ...]

Each seed takes a native of tests/natives/calls.py (and of the modules named below), an instance of its
class, and arguments of classes made for it: any of their special methods may shrink, grow, clear, close,
release, re-class or drop the receiver and the other arguments, call the same native again, or raise,
before it answers. Then each is used, calmly, as what a call left wrong in it may show only then. A native has a process of its own. Whatever is raised is fine; a process that a signal
ends is a failure, told as `crash SEED NATIVE STATUS`. With REENTRY_SAYS=1 a line says what came of each
seed. WORD: natives whose name has it; =NAME: that one.
"""
import copy
import fcntl
import gc
import inspect
import os
import random
import signal
import sys
import tempfile
import types
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "natives"))
import calls  # noqa: E402
from calls import mod  # noqa: E402

MODULES = """_pickle _queue _decimal _zoneinfo mmap _multiprocessing _hashlib _ssl _sqlite3 pyexpat _elementtree
    _crypt _uuid _lsprof _csv _statistics _asyncio _ctypes _dbm _gdbm _posixshmem _typing _ast audioop
    _curses _curses_panel readline syslog spwd _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw""".split()
OWNERS = """pickle decimal zoneinfo pyexpat xml.etree.ElementTree sqlite3 ssl _hashlib queue csv functools
    multiprocessing ast weakref _curses _curses_panel _multibytecodec""".split()

# These would change the machine, other processes, or end this one, whatever they are given.
SKIP = set("""_socket.sethostname time.clock_settime time.clock_settime_ns posix.setpriority posix.sched_setaffinity
    posix.sched_setparam posix.sched_setscheduler resource.prlimit _signal.pthread_kill _signal.pidfd_send_signal
    posix.execv posix.execve posix.system posix.posix_spawn posix.posix_spawnp _posixsubprocess.fork_exec
    posix.pipe posix.pipe2 posix.close posix.dup2 select.epoll.fromfd posix.mknod posix.mkfifo posix.initgroups sys._clear_type_cache builtins.exec builtins.eval
    faulthandler.dump_traceback_later faulthandler.register faulthandler.enable faulthandler._stack_overflow
    _thread.stack_size sys.setswitchinterval _multiprocessing.sem_unlink""".split())
# These take numbers of open files, of which 0 and 1 are /dev/null here: fchmod(0, 1) once took it from all but root.
SKIP |= set("""posix.chmod posix.fchmod posix.chown posix.fchown posix.lchown posix.utime posix.setxattr posix.removexattr""".split())
# These read and write wherever they are told to, in python3.11, too.
SKIP |= set("""_ctypes.PyObj_FromPtr _ctypes.Py_INCREF _ctypes.Py_DECREF _ctypes.call_function _ctypes.call_cdeclfunction _ctypes.dlclose _ctypes.dlopen
    _ctypes.dlsym _ctypes._unpickle _ctypes._Pointer() types.PyCStructType.from_address types.PyCArrayType.from_address
    types.PyCSimpleType.from_address types.UnionType.from_address types.PyCStructType.in_dll types.PyCArrayType.in_dll types.PyCSimpleType.in_dll""".split())
SKIP |= calls.SKIP | {"sys.addaudithook", "sys.setrecursionlimit", "_ssl._test_decode_cert"}

DATE = "mod('datetime')"
ET = "mod('_elementtree')"
CT = "(mod('ctypes')"
EAST = "mod('_codecs_iso2022').getcodec('iso2022_jp_2')"
LOOPS = []
SAMPLES = {
    "Pickler": "mod('_pickle').Pickler(mod('io').BytesIO())",
    "Unpickler": "mod('_pickle').Unpickler(mod('io').BytesIO(b'\\x80\\x04]\\x94(K\\x01]\\x94e.'))",
    "PickleBuffer": "mod('_pickle').PickleBuffer(bytearray(b'abc'))",
    "SimpleQueue": "mod('_queue').SimpleQueue()",
    "Decimal": "mod('_decimal').Decimal('1.50')",
    "decimal.Context": "mod('_decimal').Context()", "ContextManager": "mod('_decimal').localcontext()",
    "date": DATE + ".date(2020, 1, 2)", "time": DATE + ".time(1, 2, 3)", "timedelta": DATE + ".timedelta(1, 2, 3)",
    "datetime": DATE + ".datetime(2020, 1, 2, tzinfo=" + DATE + ".timezone.utc)", "tzinfo": DATE + ".tzinfo()",
    "timezone": DATE + ".timezone(" + DATE + ".timedelta(0, 60))", "ZoneInfo": "mod('_zoneinfo').ZoneInfo('UTC')",
    "mmap": "mod('mmap').mmap(-1, 4096)", "SemLock": "mod('_multiprocessing').SemLock(1, 1, 1, '/mpyfuzz', True)",
    "HASH": "mod('_hashlib').openssl_md5(b'a')", "HMAC": "mod('_hashlib').hmac_new(b'a', b'b', 'md5')",
    "_SSLContext": "mod('_ssl')._SSLContext(2)", "MemoryBIO": "mod('_ssl').MemoryBIO()",
    "Connection": "filled_base()", "Cursor": "filled_base().execute('select a, b from t')",
    "Row": "row()", "Blob": "blob()", "xmlparser": "mod('pyexpat').ParserCreate()",
    "Element": "element()",
    "TreeBuilder": ET + ".TreeBuilder()", "XMLParser": ET + ".XMLParser()",
    "_element_iterator": "element().iter()", "Profiler": "mod('_lsprof').Profiler()",
    "Future": "mod('_asyncio').Future(loop=loop())", "Task": "mod('_asyncio').Task(calls.empty_coroutine(), loop=loop())",
    "Structure": "structure()(1, object())", "Array": CT + ".c_char * 9)(*b'abc')", "_SimpleCData": CT + ".py_object([1]))",
    "CFuncPtr": CT + ".PYFUNCTYPE(mod('ctypes').py_object, mod('ctypes').py_object)(lambda x: x))", "PyCStructType": "structure()",
    "PyCArrayType": CT + ".c_short * 5)", "PyCSimpleType": CT + ".c_double)", "gdbm": "mod('_gdbm').open('g', 'nf')",
    "dbm": "mod('_dbm').open('d', 'n')", "AST": "mod('ast').parse('a + f(1)').body[0].value",
    "MultibyteCodec": EAST, "window": "screen().derwin(2, 2)", "panel": "panel()",
    "CallableProxyType": "mod('weakref').proxy(len)", "ProxyType": "mod('weakref').proxy(mod('ast'))",
}


def filled_base():
    base = mod("_sqlite3").connect(":memory:")
    base.execute("create table t(a, b)")
    base.executemany("insert into t values(?, ?)", [(1, b"abcdef"), (2, b"x"), (3, None)])
    return base


def row():
    base = filled_base()
    base.row_factory = mod("_sqlite3").Row
    return base.execute("select a, b from t").fetchone()


def blob():
    return filled_base().blobopen("t", "b", 1)


def element():
    make = mod("_elementtree").Element
    top = make("a", {"x": "1"})
    top.text = "b"
    top.extend([make("c"), make("e"), make("c")])
    return top


def loop():
    """One for each process, that nobody runs."""
    if not LOOPS:
        LOOPS.append(mod("asyncio").new_event_loop())
        LOOPS[0].set_exception_handler(lambda *a: None)
    return LOOPS[0]


def screen():
    """Of a terminal that nobody sees: in_child() has standard output go nowhere."""
    os.environ["TERM"] = "xterm"
    return mod("_curses").initscr()


def panel():
    return mod("_curses_panel").new_panel(screen().derwin(2, 2))


def structure():
    ctypes = mod("ctypes")
    return type("S", (ctypes.Structure,), {"_fields_": [("x", ctypes.c_int, 5), ("o", ctypes.py_object), ("a", ctypes.c_short * 3)]})


def sample_of(t):
    return SAMPLES.get(f"{t.__module__}.{t.__name__}") or SAMPLES.get(t.__name__)


def add_samples():
    for name, text in SAMPLES.items():
        calls.SAMPLES.setdefault(name, text)
    calls.__dict__.update(filled_base=filled_base, row=row, blob=blob, element=element, loop=loop, structure=structure, screen=screen, panel=panel,
                          calls=calls)
    calls.MODULES += MODULES
    ctypes = mod("ctypes")
    calls.MORE_TYPES += [type(ctypes.Structure), type(ctypes.Array), type(ctypes.c_int), type(eval(EAST))]
    for name, word in ("_dbm", "d"), ("_gdbm", "g"):
        try:
            calls.MORE_TYPES.append(type(mod(name).open(word, "n")))
        except (ImportError, OSError):
            pass
    calls.OWNERS += MODULES + OWNERS


# ---- what a special method does before it answers ----------------------------------------------

# Called with what a row has, or with plain values, if the object has such a method.
CHANGES = [("clear",), ("pop",), ("pop", 0), ("popitem",), ("popleft",), ("append", 7), ("extend", range(40)), ("insert", 0, 5),
           ("remove", 1), ("add", 9), ("discard", 1), ("update", ()), ("release",), ("close",), ("detach",), ("resize", 0),
           ("resize", 9000), ("truncate", 0), ("seek", 0), ("write", b"z" * 50), ("write", "z" * 50), ("sort",), ("reverse",),
           ("move_to_end", 1), ("rotate", 1), ("throw", KeyError), ("reset",), ("flush",), ("getbuffer",), ("__init__",),
           ("__exit__", None, None, None), ("__setstate__", ()), ("__setstate__", {}), ("clear_memo",), ("cancel",), ("finish",),
           ("commit",), ("rollback",), ("interrupt",), ("__delitem__", 0), ("__delitem__", slice(0, 2)), ("__setitem__", 0, None),
           ("__delattr__", "x"), ("setdefault", "k", 1), ("put", 1), ("get_nowait",), ("__next__",), ("send", None), ("unregister", 0),
           ("read",), ("readline",), ("reconfigure",), ("set_progress_handler", None, 1), ("fill", 0), ("frombytes", b"12345678")]
PLAIN = [None, 0, 1, -1, 3, 1.5, "x", "abc", b"x", b"abcdef", (), (1, 2), [1, 2, 3], {}, {"x": 1}, True, slice(None), 2**70, "x=1"]


class World:
    """What the special methods of one seed share."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.targets, self.again, self.left, self.depth, self.kept = [], None, 40, 0, []
        self.used = []  # afterwards
        self.calm = False
        self.said = []

    def attack(self, name):
        """Some change of a target. Few of them, or some programs would never end."""
        if self.calm:
            return
        self.left -= 1
        self.said.append(name)
        if self.left < 0:
            raise EndOfSeed
        if self.depth > 3:
            return
        self.depth += 1
        try:
            for _ in range(self.rng.choice((0, 1, 1, 2, 5))):
                self.change(self.rng)
        finally:
            self.depth -= 1
        if self.rng.random() < 0.08:
            raise ZeroDivisionError(name)

    def change(self, rng):
        if not self.targets:
            return
        target = rng.choice(self.targets)
        how = rng.randrange(12)
        try:
            if how < 5:
                rows = [row for row in CHANGES if hasattr(type(target), row[0])]
                row = rng.choice(rows)
                getattr(target, row[0])(*row[1:])
            elif how == 5:
                self.any_method(target, rng)
            elif how == 6:
                target.__class__ = rng.choice((Other, OtherSlots, type(target), dict, list))
            elif how == 7:
                self.kept.append(memoryview(target))
            elif how == 8 and self.kept:
                self.kept.pop().release()
            elif how == 9 and self.again:
                self.again()
            elif how == 10:
                self.targets.remove(target) if rng.random() < 0.5 else gc.collect()
            else:
                target.__dict__.clear()
        except EndOfSeed:
            raise
        except BaseException as e:
            e.__traceback__ = None

    def any_method(self, target, rng):
        names = [n for n in sorted(dir(type(target))) if callable(getattr(type(target), n, None))
                 and n not in ("__class__", "__subclasshook__", "__del__", "sendmsg_afalg")]
        name = rng.choice(names)
        if f"{type(target).__module__}.{type(target).__name__}.{name}" not in SKIP:
            getattr(target, name)(*[rng.choice(PLAIN) for _ in range(rng.randrange(3))])


class EndOfSeed(BaseException):
    pass


class Other:
    pass


class OtherSlots:
    __slots__ = ("x",)


# ---- classes with hostile methods ----------------------------------------------------------------

def answers(w):
    """{special method: what makes its answer}."""
    pick = w.rng.choice
    number = lambda *a: pick((0, 1, 2, 3, -1, 100, 1, 2))  # noqa: E731
    equal = lambda *a: pick((True, False, True, NotImplemented))  # noqa: E731
    text = lambda *a: pick(("abc", "x", "", "é€𝄞"))  # noqa: E731
    data = lambda *a: pick((b"abc", b"", b"x", bytearray(b"abc"), "abc", None))  # noqa: E731
    value = lambda *a: some_value(w)  # noqa: E731
    items = lambda *a: iter([some_value(w) for _ in range(w.rng.randrange(4))])  # noqa: E731
    delta = lambda *a: mod("datetime").timedelta(0, pick((0, 60, 3600)))  # noqa: E731

    def following(*a):
        if w.rng.random() < 0.3:
            raise StopIteration
        return some_value(w)

    def item(*a):
        if w.rng.random() < 0.3:
            raise IndexError
        return some_value(w)
    table = dict.fromkeys("__index__ __int__ __len__ __length_hint__ __trunc__ fileno __round__ __floor__ __ceil__".split(), number)
    table.update(dict.fromkeys("__eq__ __lt__ __gt__ __le__ __ge__ __ne__ __instancecheck__ __subclasscheck__".split(), equal))
    table.update(dict.fromkeys("__str__ __repr__ __format__ __fspath__ tzname readline".split(), text))
    table.update(dict.fromkeys("read __bytes__ recv read1 readall".split(), data))
    table.update(dict.fromkeys("""__add__ __radd__ __mul__ __rmul__ __sub__ __rsub__ __mod__ __and__ __or__ __ror__ __xor__ __iadd__
        __neg__ __pos__ __abs__ __invert__ __pow__ __divmod__ __lshift__ __call__ __get__ __missing__ __reduce_ex__ __reversed__
        __enter__ __copy__ __deepcopy__ persistent_id persistent_load find_class reducer_override start end data pi comment
        __conform__ __adapt__ items values copy __getattr__ __matmul__ __truediv__ __floordiv__""".split(), value))
    table.update(dict.fromkeys("""__exit__ __set__ __delete__ __setitem__ __delitem__ __setattr__ close flush __setstate__
        append extend update add""".split(), lambda *a: None))
    table.update(dict.fromkeys("utcoffset dst".split(), delta))
    table.update({"__hash__": lambda *a: pick((0, 1, 1, 7)), "__bool__": lambda *a: pick((True, False)), "__iter__": items,
                  "keys": lambda *a: ["a", "x"], "__next__": following, "__getitem__": item, "__float__": lambda *a: 1.5,
                  "__complex__": lambda *a: 1j, "__contains__": equal, "readinto": number, "write": number, "seek": number,
                  "tell": number, "__del__": lambda *a: None, "readable": equal, "writable": equal, "seekable": equal})
    return table


def hostile_method(w, name, answer):
    def method(self, *args, **keywords):
        w.attack(name)
        return answer(self, *args)
    method.__name__ = name
    return method


NUMBER = ["__index__", "__int__", "__float__", "__complex__", "__round__", "__trunc__"]
KINDS = [NUMBER, ["__iter__", "__len__", "__length_hint__"], ["__iter__", "__next__"], ["__len__", "__getitem__"],
         ["keys", "__getitem__", "__len__", "items", "__iter__"], ["__str__", "__repr__", "__format__"], ["__fspath__"],
         ["__eq__", "__hash__", "__lt__", "__gt__", "__le__", "__ge__"], ["__call__"], ["__getattr__"], ["__bool__", "__contains__"],
         ["read", "readline", "readinto", "write", "seek", "tell", "flush", "close", "readable", "writable", "seekable", "fileno"],
         ["utcoffset", "dst", "tzname"], ["__enter__", "__exit__"], ["__get__", "__set__", "__delete__"], ["__reduce_ex__", "__copy__"],
         ["__add__", "__radd__", "__mul__", "__rmul__", "__iadd__", "__or__", "__ror__"], ["start", "end", "data", "close"],
         ["__instancecheck__", "__subclasscheck__"], ["__setitem__", "__delitem__", "__setattr__", "__missing__"],
         ["append", "extend", "update", "add"], ["persistent_id", "persistent_load", "find_class", "reducer_override"]]
BASES = [object] * 6 + [str, int, bytes, list, dict, tuple, float, set, bytearray]
CONTENTS = {str: "x", int: 1, bytes: b"abc", list: [1, 2, 3], dict: {"x": 1}, tuple: (1, 2), float: 1.5, set: {1, 2}, bytearray: b"abc"}


def hostile_object(w):
    """An instance of a class with some of the special methods."""
    rng, table = w.rng, answers(w)
    base = rng.choice(BASES)
    if rng.random() < 0.1:
        base = mod("datetime").tzinfo
    names = set()
    for _ in range(rng.choice((2, 6, 12, 40))):
        names.update(rng.choice(KINDS))
    if rng.random() < 0.2:
        names.add("__del__")
    namespace = {name: hostile_method(w, name, table[name]) for name in sorted(names)}
    cls = type("Hostile", (base,), namespace)
    return cls(CONTENTS[base]) if base in CONTENTS else cls()


def some_value(w):
    """Plain, or shared with others, or hostile, or a container of such."""
    rng = w.rng
    how = rng.randrange(10)
    if how < 3:
        return rng.choice(PLAIN)
    if how == 3 and w.targets:
        return rng.choice(w.targets)
    if how == 4:
        return rng.choice((bytearray, list, dict, set))()
    if how == 5:
        return rng.choice((list, tuple))(some_value(w) for _ in range(rng.randrange(4)))
    if how == 6:
        return bytearray(b"abcdefgh" * rng.choice((1, 200)))
    return hostile_object(w)


# ---- one seed ------------------------------------------------------------------------------------

def clean(w, e):
    w.calm = True
    return type(e).__name__


OPERANDS = {2: "__setitem__ __pow__ __rpow__ __setattr__ __set__ __ipow__".split(),
            0: """__len__ __iter__ __next__ __repr__ __str__ __hash__ __bool__ __int__ __float__ __index__ __neg__ __pos__ __abs__
                  __invert__ __reversed__ __reduce__ __sizeof__ __dir__ __enter__ __copy__ __length_hint__ __getstate__""".split(),
            1: """__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __mod__ __rmod__
                  __contains__ __getitem__ __delitem__ __getattribute__ __delattr__ __iadd__ __imul__ __or__ __ror__ __and__
                  __rand__ __xor__ __rxor__ __divmod__ __rdivmod__ __floordiv__ __truediv__ __lshift__ __rshift__ __ior__
                  __isub__ __ixor__ __iand__ __format__ __reduce_ex__ __deepcopy__ __setstate__""".split()}
BY_NAME = {name: (n, n) for n, names in OPERANDS.items() for name in names}


def arity(native):
    """How few and how many arguments it takes, if that is known."""
    known = BY_NAME.get(getattr(native, "__name__", ""))
    try:
        parameters = known or inspect.signature(native).parameters.values()
    except (ValueError, TypeError):
        return 0, 4
    if known:
        return known
    fixed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    more = 3 if any(p.kind == p.VAR_POSITIONAL for p in parameters) else 0
    return sum(p.default is p.empty for p in fixed), len(fixed) + more


def one_call(w, make):
    native = make()
    receiver = getattr(native, "__self__", None)
    if receiver is not None and not isinstance(receiver, (types.ModuleType, type)):
        w.targets.append(receiver)
    args = [hostile_object(w) if w.rng.random() < 0.6 else some_value(w) for _ in range(w.rng.randint(*arity(native)))]
    w.targets += args
    w.used += [*w.targets]
    w.again = lambda: native(*args)
    result = native(*args)
    w.used.append(result)
    if w.rng.random() < 0.7:  # an iterator, a partial result
        w.targets.append(result)
        for _, _ in zip(range(4), iter(result)):
            pass
    return "returns"


USES = (repr, len, bool, hash, sys.getsizeof, copy.copy, gc.get_referents, lambda v: v == v, lambda v: v[0], lambda v: v[-1], lambda v: bytes(memoryview(v)),
        lambda v: [*zip(range(50), v)], lambda v: v[:] + v[:], lambda v: v.append(v[0]), lambda v: v.tobytes())


def use(w):
    """What a call left half done shows when it is used, not before."""
    for v in w.used:
        for f in USES:
            try:
                f(v)
            except BaseException as e:
                e.__traceback__ = None


ATTEMPTS = 12  # most arguments are refused before any of their methods is called


def run_seed(seed, make):
    for i in range(ATTEMPTS):
        outcome, said = run_once(f"{seed}.{i}", make)
        if said:
            break
    return outcome, said


def run_once(seed, make):
    w = World(seed)
    try:
        outcome = one_call(w, make)
    except BaseException as e:
        outcome = clean(w, e)
        e.__traceback__ = None
        del e
    w.calm = True
    if w.said:
        use(w)
    w.targets.clear()
    w.used.clear()
    w.kept.clear()
    w.again = None
    return outcome, w.said


def wanted(row, words):
    name = row[1]
    return name not in SKIP and not name.startswith(("posix.sched", "types.frame", "_imp.")) and (
        not words or any(word in name for word in words) or "=" + name in words)


def in_child(seeds, name, make, out):
    """All of a native's seeds, in a process of its own; how it ended."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1):
        os.dup2(nothing, fd)
    # Far from the numbers that natives open, and are handed: one that closes them is not to end the log.
    out = fcntl.fcntl(out, fcntl.F_DUPFD, 500)
    sys.setrecursionlimit(300)
    sys.unraisablehook = lambda *a: None
    for seed in seeds:
        signal.alarm(10)
        os.write(out, b"%d\n" % seed)
        outcome, said = run_seed(seed, make)
        if os.environ.get("REENTRY_SAYS"):
            os.write(out, f"says {seed} {name} {outcome} {' '.join(said)}\n".encode())
    os._exit(0)


def last_seed(path, default):
    with open(path, "rb") as f:
        lines = [line for line in f.read().split(b"\n") if line.isdigit()]
    return int(lines[-1]) if lines else default


def main():
    first, count, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="minipy-reentry", ignore_cleanup_errors=True) as home:
        os.chdir(home)  # data bases, logs and what natives make stand there, and not where it was called
        call_all(first, count, words)
        os.chdir(os.sep)


def call_all(first, count, words):
    add_samples()
    rows = [row for row in calls.natives() if wanted(row, words)]
    order = random.Random(first)
    each = 10 if count >= 10 else count
    log = os.path.abspath("seeds.log")
    done = 0
    while done < count:
        name, make = order.choice(rows)[1:]
        seeds = range(first + done, first + done + each)
        with open(log, "wb", buffering=0) as out:
            status = in_child(seeds, name, make, out.fileno())
        if os.environ.get("REENTRY_SAYS"):
            with open(log) as f:
                sys.stdout.write("".join(line for line in f if line.startswith("says")))
        if status not in (0, -signal.SIGALRM):
            print(f"crash {last_seed(log, seeds[0])} {name} {status}", flush=True)
        done += each
    print(f"done {done} of {len(rows)} natives", flush=True)


if __name__ == "__main__":
    main()
