"""Calls the functions and methods in C wrongly and writes what each call says.

    INTERPRETER calls.py OUT [WORD ...]

Run by minipy and by python3.11 (tests/run_natives.py compares): a line for each call, its
native, the case and the outcome, separated by tabs, and one for inspect.signature. A case
is the kind of the arguments, their number, and a keyword's name; or `mixed` and a number:
arguments of every kind, as that number, the native's name and NATIVES_SEED (0) have them;
NATIVES_MIXED (6) of these. Each native is called in
a process of its own, as some calls are right and do something; the methods of a type share
one, for each call is of a new instance. WORD: natives whose name has it.
"""
import inspect
import io
import itertools
import os
import random
import re
import resource
import signal
import sys
import types
import zlib

MODULES = """builtins sys _abc _ast _bisect _blake2 _codecs _collections _contextvars _datetime _functools
    _heapq _imp _io _json _locale _md5 _multibytecodec _opcode _operator _posixsubprocess
    _random _sha1 _sha256 _sha3 _sha512 _signal _socket _sre _stat _string _struct _symtable
    _thread _tracemalloc _warnings _weakref array atexit binascii cmath errno faulthandler
    fcntl gc grp itertools marshal math posix pwd resource select termios time unicodedata
    _bz2 _lzma zlib _decimal _pickle _queue _csv _statistics _zoneinfo _elementtree pyexpat _uuid
    _asyncio _hashlib _sqlite3 _ssl _crypt audioop""".split()

# What types of these modules say they belong to.
OWNERS = MODULES + ["collections", "datetime", "functools", "operator", "re", "decimal", "pickle", "queue", "csv", "zoneinfo",
                    "xml.etree.ElementTree", "sqlite3", "ssl"]

# What would end, stop or change this process or the machine, or says another thing each time.
SKIP = set("""atexit._clear atexit._run_exitfuncs builtins.breakpoint builtins.copyright
    builtins.credits builtins.exit builtins.help builtins.input builtins.license builtins.print
    builtins.quit datetime.date.today datetime.datetime.now
    datetime.datetime.today datetime.datetime.utcnow faulthandler._fatal_error faulthandler._fatal_error_c_thread
    faulthandler._raise_exception faulthandler._read_null faulthandler._sigabrt
    faulthandler._sigfpe faulthandler._sigsegv faulthandler._stack_overflow gc.collect
    gc.disable gc.enable gc.freeze posix._exit posix.abort posix.chroot posix.closerange
    posix.cpu_count posix.fork posix.forkpty posix.getloadavg posix.getpid posix.getrandom
    posix.kill posix.killpg posix.nice posix.register_at_fork posix.setgroups posix.setpgrp
    posix.setsid posix.sync posix.times posix.umask posix.urandom posix.vhangup posix.wait
    select.epoll.poll _signal.alarm _signal.pause _signal.raise_signal _signal.sigwait
    _signal.sigwaitinfo sys._debugmallocstats sys.breakpointhook sys.displayhook
    sys.excepthook sys.exit sys.setprofile sys.setrecursionlimit sys.settrace
    sys.unraisablehook _thread.exit _thread.exit_thread _thread.interrupt_main
    _thread.start_new _thread.start_new_thread time.sleep _queue.SimpleQueue.get
    _uuid.generate_time_safe""".split())

# What mixed arguments make of these is another thing each time, or in each interpreter.
SKIP_MIXED = set("""builtins.exec builtins.eval builtins.compile builtins.__import__""".split())

# Natives of these do something with arguments that are right: they get odd objects alone.
ODD_ALONE = ("posix.", "_posixsubprocess", "fcntl.", "termios.", "resource.", "_signal.", "select.",
             "_socket.", "faulthandler.", "_thread.", "builtins.exec", "builtins.open", "_io.open",
             "_io.FileIO", "sys.", "gc.", "time.", "_imp.")

class Loop:
    """As much of one as a future asks for."""

    def get_debug(self):
        return False

    def call_soon(self, *args, **kwargs):
        pass


LOOP = Loop()


class Old:
    def __getitem__(self, i):
        raise IndexError


async def empty_coroutine():
    pass


async def empty_async_generator():
    yield


def traceback_here():
    try:
        raise ValueError
    except ValueError as e:
        return e.__traceback__


# An instance of each class, made anew for each call.
SAMPLES = {
    "int": "5", "bool": "True", "float": "1.5", "complex": "1j", "str": "'abc'", "bytes": "b'abc'",
    "bytearray": "bytearray(b'abc')", "list": "[1, 2]", "tuple": "(1, 2)", "dict": "{1: 2}",
    "set": "{1, 2}", "frozenset": "frozenset({1, 2})", "range": "range(5)", "slice": "slice(1, 2)",
    "memoryview": "memoryview(bytearray(b'abc'))", "object": "object()", "type": "type('T', (), {})",
    "property": "property()", "super": "super(int, 5)", "map": "map(int, ())",
    "filter": "filter(int, ())", "zip": "zip()", "enumerate": "enumerate(())",
    "reversed": "reversed(())", "classmethod": "classmethod(len)", "staticmethod": "staticmethod(len)",
    "BaseException": "BaseException()", "deque": "mod('collections').deque([1])",
    "defaultdict": "mod('collections').defaultdict(int)",
    "OrderedDict": "mod('collections').OrderedDict({1: 2})", "array": "mod('array').array('i', [1])",
    "StringIO": "mod('io').StringIO('a')", "BytesIO": "mod('io').BytesIO(b'a')",
    "IncrementalNewlineDecoder": "mod('io').IncrementalNewlineDecoder(None, False)",
    "BufferedReader": "mod('io').BufferedReader(mod('io').BytesIO(b'ab'))",
    "BufferedWriter": "mod('io').BufferedWriter(mod('io').BytesIO())",
    "BufferedRandom": "mod('io').BufferedRandom(mod('io').BytesIO(b'ab'))",
    "BufferedRWPair": "mod('io').BufferedRWPair(mod('io').BytesIO(b'ab'), mod('io').BytesIO())",
    "TextIOWrapper": "mod('io').TextIOWrapper(mod('io').BytesIO(b'ab'))",
    "FileIO": "mod('io').FileIO('/dev/null')", "_IOBase": "mod('_io')._IOBase()",
    "_RawIOBase": "mod('_io')._RawIOBase()", "_BufferedIOBase": "mod('_io')._BufferedIOBase()",
    "_TextIOBase": "mod('_io')._TextIOBase()", "Random": "mod('_random').Random(1)",
    "Struct": "mod('_struct').Struct('i')", "ContextVar": "mod('_contextvars').ContextVar('v')",
    "Context": "mod('_contextvars').Context()", "partial": "mod('functools').partial(int)",
    "lock": "mod('_thread').allocate_lock()", "RLock": "mod('_thread').RLock()",
    "Pattern": "mod('re').compile('a')", "Match": "mod('re').match('a', 'a')",
    "socket": "mod('_socket').socket()", "poll": "mod('select').poll()",
    "epoll": "mod('select').epoll()", "function": "(lambda: 0)", "method": "[].__class__.mro",
    "generator": "(x for x in ())", "code": "(lambda: 0).__code__", "frame": "sys._getframe()",
    "module": "types.ModuleType('m')", "cell": "types.CellType(1)", "mappingproxy": "int.__dict__",
    "SimpleNamespace": "types.SimpleNamespace()", "dict_keys": "{}.keys()",
    "dict_items": "{}.items()", "dict_values": "{}.values()", "GenericAlias": "list[int]",
    "UnionType": "(int | str)", "builtin_function_or_method": "len",
    "method_descriptor": "str.join", "wrapper_descriptor": "int.__add__",
    "getset_descriptor": "type.__dict__['__mro__']", "member_descriptor": "slice.start",
    "list_iterator": "iter([])", "tuple_iterator": "iter(())", "str_ascii_iterator": "iter('a')",
    "range_iterator": "iter(range(2))", "dict_keyiterator": "iter({})", "set_iterator": "iter({1})",
    "list_reverseiterator": "reversed([])", "callable_iterator": "iter(int, 1)",
    "iterator": "iter(Old())", "bytes_iterator": "iter(b'ab')",
    "bytearray_iterator": "iter(bytearray(b'ab'))", "dict_valueiterator": "iter({1: 2}.values())",
    "dict_itemiterator": "iter({1: 2}.items())", "dict_reversekeyiterator": "reversed({})",
    "longrange_iterator": "iter(range(2**70))", "_deque_iterator": "iter(mod('collections').deque())",
    "odict_iterator": "iter(mod('collections').OrderedDict({1: 2}))",
    "unpack_iterator": "mod('_struct').iter_unpack('b', b'abc')", "coroutine": "empty_coroutine()",
    "async_generator": "empty_async_generator()", "traceback": "traceback_here()", "weakref": "mod('_weakref').ref(int)",
    "ReferenceType": "mod('_weakref').ref(int)", "Token": "mod('_contextvars').ContextVar('v').set(1)",
    "_lru_cache_wrapper": "mod('functools').lru_cache(len)", "KeyWrapper": "mod('functools').cmp_to_key(len)('a')",
    "chain": "mod('itertools').chain()", "count": "mod('itertools').count()",
    "cycle": "mod('itertools').cycle(())", "repeat": "mod('itertools').repeat(1)",
    "product": "mod('itertools').product()", "permutations": "mod('itertools').permutations(())",
    "combinations": "mod('itertools').combinations((), 0)", "islice": "mod('itertools').islice((), 0)",
    "accumulate": "mod('itertools').accumulate(())", "groupby": "mod('itertools').groupby(())",
    "zip_longest": "mod('itertools').zip_longest()", "starmap": "mod('itertools').starmap(int, ())",
    "takewhile": "mod('itertools').takewhile(int, ())", "dropwhile": "mod('itertools').dropwhile(int, ())",
    "itemgetter": "mod('operator').itemgetter(1)", "attrgetter": "mod('operator').attrgetter('a')",
    "methodcaller": "mod('operator').methodcaller('a')",
    "Compress": "mod('zlib').compressobj()", "Decompress": "mod('zlib').decompressobj()",
    "BZ2Compressor": "mod('_bz2').BZ2Compressor()", "BZ2Decompressor": "mod('_bz2').BZ2Decompressor()",
    "LZMACompressor": "mod('_lzma').LZMACompressor(preset=0)", "LZMADecompressor": "mod('_lzma').LZMADecompressor()",
    "Decimal": "mod('_decimal').Decimal('1.50')", "decimal.Context": "mod('_decimal').Context()",
    "Pickler": "mod('_pickle').Pickler(mod('io').BytesIO())", "Unpickler": "mod('_pickle').Unpickler(mod('io').BytesIO(b'N.'))",
    "PickleBuffer": "mod('_pickle').PickleBuffer(bytearray(b'abc'))", "SimpleQueue": "mod('_queue').SimpleQueue()",
    "reader": "mod('_csv').reader(['a,b'])", "ZoneInfo": "mod('_zoneinfo').ZoneInfo('UTC')", "Dialect": "mod('_csv').Dialect()",
    "Element": "mod('_elementtree').Element('a')", "TreeBuilder": "mod('_elementtree').TreeBuilder()", "xmlparser": "mod('pyexpat').ParserCreate()",
    "Connection": "mod('_sqlite3').connect(':memory:')", "Cursor": "mod('_sqlite3').connect(':memory:').cursor()", "HASH": "mod('_hashlib').openssl_md5()",
    "HMAC": "mod('_hashlib').hmac_new(b'a', digestmod='md5')", "MemoryBIO": "mod('_ssl').MemoryBIO()",
    "date": "mod('datetime').date(2020, 1, 2)", "datetime": "mod('datetime').datetime(2020, 1, 2)", "time": "mod('datetime').time(1)",
    "timedelta": "mod('datetime').timedelta(1)", "timezone": "mod('datetime').timezone.utc", "Future": "mod('_asyncio').Future(loop=LOOP)",
}
MORE_TYPES = [
    types.FunctionType, types.GeneratorType, types.CodeType, types.FrameType, types.ModuleType,
    types.CellType, types.MappingProxyType, types.SimpleNamespace, types.MethodType,
    types.TracebackType, types.CoroutineType, types.AsyncGeneratorType, type({}.keys()),
    type({}.items()), type({}.values()), types.GenericAlias, types.UnionType,
    types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType,
    types.GetSetDescriptorType, types.MemberDescriptorType, type(iter([])), type(iter(())),
    type(iter("a")), type(iter(range(2))), type(iter({})), type(iter({1})), type(reversed([])),
    type(iter(int, 1)), type(iter(Old())), type(iter(b"")), type(iter(bytearray())), type(iter({}.values())),
    type(iter({}.items())), type(reversed({})), type(iter(range(2**70))), type(sys.flags), type(sys.implementation), re.Pattern, re.Match,
    type(zlib.compressobj()), type(zlib.decompressobj()),
]
CALLABLE = (types.BuiltinFunctionType, types.MethodDescriptorType, types.ClassMethodDescriptorType,
            types.WrapperDescriptorType, staticmethod, classmethod)
HOSTS = ("minipy.host_function",)  # what functions of extension modules are here
OF_CLASS = (types.ClassMethodDescriptorType, staticmethod, classmethod)


class Odd:
    def __repr__(self):
        return "Odd"


class Fails:
    """Every question is answered by an exception."""

    def fails(self, *args):
        raise OSError("asked")

    __getattr__ = __index__ = __iter__ = __len__ = __bool__ = __eq__ = __hash__ = __repr__ = __float__ = __fspath__ = fails


class Index:
    def __index__(self):
        return 3


class Text(str):
    pass


VALUES = {"odd": Odd(), "None": None, "float": 1.5, "str": "x", "int": 3, "bytes": b"x"}
CASES = [("odd", n, None) for n in (0, 1, 2, 3, 4, 5, 9)]
CASES += [("odd", n, "zz") for n in range(4)]
CASES += [(kind, n, None) for kind in ("None", "float", "str", "int", "bytes") for n in (1, 2, 3, 4)]

SEED, MIXED = os.environ.get("NATIVES_SEED", "0"), int(os.environ.get("NATIVES_MIXED", 6))
MEMORY = 1 << 30  # that mixed arguments may ask for: more is refused
NUMBERS = (0, 1, -1, 2, 3, 8, 255, 256, 65536, 2**31 - 1, 2**31, -2**31 - 1, 2**32, 2**63 - 1, 2**63, -2**63 - 1, 2**64, 2**100, -2**100)
MANY = 1 << 20  # more than that is no number of anything
# Of these large numbers ask for all of the memory or the time.
SMALL_ONLY = re.compile(r"pow|shift|mul|repeat|just|center|zfill|to_bytes|getrandbits|randbytes|bytes|bytearray|product|combinations"
                        r"|permutations|nsmallest|round|factorial|comb|perm|scaleb|islice|advance|flush|decompress|recv|read|alloc|deque")
THINGS = (
    True, False, 0.0, -0.0, 1.5, -2.5, 1e308, float("nan"), float("inf"), 2j, "", "a", "abc", "\0", "\ud800", "\xe9", "\U0001f600", "%s", "{}", "a,b\n",
    "utf-8", "strict", "x" * 300, "12", "-1.5", b"", b"a", b"abc\0", b"\xff" * 20, b"12", None, ..., NotImplemented, (), (1,), (1, 2), ("a", "b"),
    (1, "a", None), ((1, 2), (3, 4)), frozenset(), frozenset([1, "a"]), range(0), range(3), slice(None), slice(1, 2, -1), int, str, ValueError, len,
    str.join, type, Odd, VALUES["odd"])
MADE = (  # anew for each call
    lambda: bytearray(b"abc"), lambda: memoryview(b"abc"), lambda: memoryview(bytearray(16)), lambda: [], lambda: [1], lambda: ["a", "b"],
    lambda: [3, 1, 2], lambda: [(1, 2), (3, 4)], lambda: {}, lambda: {"a": 1}, lambda: {1: 2}, lambda: {1, 2}, lambda: iter([1, 2]),
    lambda: (x for x in "ab"), lambda: ValueError("x"), lambda: io.StringIO("abc\ndef"), lambda: io.BytesIO(b"abc\ndef"),
    lambda: types.SimpleNamespace(a=1), Fails, Index, lambda: Text("a"))
KEYWORDS = ("key", "default", "a", "sep", "maxsplit", "start", "encoding", "errors", "base", "strict", "name", "data", "func", "iterable", "timeout",
            "size", "initial", "fold", "reverse", "file", "mode", "level", "protocol", "x", "maxlen", "self", "object", "flags", "string", "pattern", "repl")


def mod(name):
    return __import__(name)


def is_native(v, kinds):
    return isinstance(v, kinds) or f"{type(v).__module__}.{type(v).__name__}" in HOSTS


def sample_of(t):
    return SAMPLES.get(f"{t.__module__}.{t.__name__}") or SAMPLES.get(t.__name__)


def of_type(place, t):
    yield place + "()", place + "()", lambda: t
    for name, d in sorted(vars(t).items()):
        if not is_native(d, CALLABLE) or name in ("__subclasshook__", "__init_subclass__", "__class_getitem__"):
            continue
        if isinstance(d, OF_CLASS) or name == "__new__":
            yield f"{place}.{name}", f"{place}.{name}", lambda name=name: getattr(t, name)
        elif sample_of(t):
            group = f"{place}.{name}" if place.startswith(ODD_ALONE) else place
            sample = compile(sample_of(t), place, "eval")
            yield group, f"{place}.{name}", lambda name=name, sample=sample: getattr(eval(sample), name)


def natives():
    """(what goes into one process, name, what makes the callable) of each."""
    seen = set()
    for module in MODULES:
        try:
            m = mod(module)
        except ImportError:
            continue
        for name, v in sorted(vars(m).items()):
            place = f"{module}.{name}"
            if is_native(v, types.BuiltinFunctionType):
                yield place, place, lambda m=m, name=name: getattr(m, name)
            elif isinstance(v, type) and v not in seen and v.__module__ in OWNERS:
                seen.add(v)
                yield from of_type(place, v)
    for v in MORE_TYPES:
        if v not in seen:
            seen.add(v)
            yield from of_type("types." + v.__name__, v)


def clean(text):
    """Without addresses, on one line."""
    return re.sub(r"0x[0-9a-f]+", "0x", str(text)).encode("unicode_escape").decode()


def outcome(make, args, kwargs):
    try:
        make()(*args, **kwargs)
    except BaseException as e:
        return f"{type(e).__name__}: {clean(e)}"
    return "returns"


def argument(rng, numbers):
    kind = rng.randrange(10)
    return rng.choice(numbers) if kind < 3 else rng.choice(THINGS) if kind < 7 else rng.choice(MADE)()


def mixed(name, number):
    """(args, kwargs) of that number for the native."""
    rng = random.Random(f"{SEED} {name} {number}")
    numbers = [n for n in NUMBERS if abs(n) < MANY] if SMALL_ONLY.search(name) else NUMBERS
    args = [argument(rng, numbers) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 4)))]
    return args, {rng.choice(KEYWORDS): argument(rng, numbers)} if rng.random() < 0.1 else {}


def signature(make):
    try:
        return clean(inspect.signature(make()))
    except (ValueError, TypeError) as e:
        return type(e).__name__


def call_wrongly(name, make, out):
    out.write(f"{name}\tsignature\t{signature(make)}\n")
    for kind, n, keyword in CASES:
        if kind == "odd" or not name.startswith(ODD_ALONE):
            said = outcome(make, [VALUES[kind]] * n, {keyword: 1} if keyword else {})
            out.write(f"{name}\t{n} {kind}{' ' + keyword if keyword else ''}\t{said}\n")
    for number in range(0 if name.startswith(ODD_ALONE) or name in SKIP_MIXED else MIXED):
        out.write(f"{name}\tmixed {number}\t{outcome(make, *mixed(name, number))}\n")


def wanted(row, words):
    return row[1] not in SKIP and (not words or any(w in row[1] for w in words))


def main():
    words = sys.argv[2:]
    with open(sys.argv[1], "w", encoding="ascii", buffering=1) as out:
        nothing = os.open(os.devnull, os.O_RDWR)
        for group, rows in itertools.groupby((n for n in natives() if wanted(n, words)), lambda n: n[0]):
            pid = os.fork()
            if not pid:
                os.setpgid(0, 0)
                if "ASAN_OPTIONS" not in os.environ:  # whose shadow is larger
                    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                for fd in (0, 1, 2):
                    os.dup2(nothing, fd)
                for _, name, make in rows:
                    signal.alarm(5)
                    call_wrongly(name, make, out)
                os._exit(0)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            if status:
                out.write(f"{group}\tstatus\t{status}\n")


if __name__ == "__main__":
    main()
