"""Foreign functions: arguments, results, prototypes, callbacks from any thread, errno, audit events."""
import sys
import threading
from ctypes import *
from ctypes import util
import _ctypes

libc = CDLL("libc.so.6", use_errno=True)
libm = CDLL("libm.so.6")
print(libc.abs(-3), libc.strlen(b"four"), libc.wcslen("fi\u00e9ve"), libc.toupper(ord("a")))
libm.pow.restype = c_double
libm.pow.argtypes = [c_double, c_double]
print(libm.pow(2, 0.5), libm.pow.argtypes, libm.pow.restype, libm.pow.__name__)
buffer = create_string_buffer(64)
print(libc.sprintf(buffer, b"%d %s %.2f %c", 7, b"text", c_double(2.5), 33), buffer.value)


class Div(Structure):
    _fields_ = [("quot", c_int), ("rem", c_int)]


libc.div.restype = Div
d = libc.div(17, 5)
print(d.quot, d.rem)

# ---- prototypes ---------------------------------------------------------------------------

proto = CFUNCTYPE(c_double, c_double, POINTER(c_int))
frexp = proto(("frexp", libm), ((1, "x"), (2, "exponent")))
print(frexp(10.0), frexp(x=0.75))
modf = CFUNCTYPE(c_double, c_double, POINTER(c_double))(("modf", libm), ((1, "x", 2.25), (2,)))
print(modf(), modf(9.5))
strtol = CFUNCTYPE(c_long, c_char_p, POINTER(c_char_p), c_int)(
    ("strtol", libc), ((1, "text"), (2, "rest"), (1, "base", 10)))
print(strtol(b"123xyz"), strtol(text=b"ff", base=16))


def check(result, function, arguments):
    print("checked", result, function.__name__, arguments)
    return arguments if result == 3 else [result]


libc.abs.errcheck = check
print(libc.abs(-3), libc.abs(-4))
libc.abs.errcheck = None if False else check
del libc.abs.errcheck


class Wrapped:
    def __init__(self, v):
        self._as_parameter_ = v


print(libc.abs(Wrapped(-9)), libc.abs(Wrapped(Wrapped(c_int(-8)))))
libc.labs.restype = lambda n: ("made", n)
print(libc.labs(-2))


class Checked(c_int):
    @staticmethod
    def _check_retval_(v):
        return "retval %d" % v.value


libc.atoi.restype = Checked
print(libc.atoi(b"12"))

# ---- callbacks -------------------------------------------------------------------------------

Compare = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))
numbers = (c_int * 6)(5, 1, 9, -3, 7, 0)
compare = Compare(lambda a, b: a[0] - b[0])
libc.qsort(numbers, len(numbers), sizeof(c_int), compare)
print(numbers[:])
libc.bsearch.restype = POINTER(c_int)
print(libc.bsearch(byref(c_int(7)), numbers, 6, 4, compare).contents)
hook, seen = sys.unraisablehook, []
sys.unraisablehook = lambda u: seen.append((u.exc_type.__name__, str(u.exc_value), u.err_msg, u.object))


def fail(a, b):
    raise KeyError("inside")


libc.qsort(numbers, 2, 4, Compare(fail))
libc.qsort(numbers, 2, 4, Compare(lambda a, b: "no int"))
print([(kind, text, message, what is fail) for kind, text, message, what in seen])
sys.unraisablehook = hook


class Pair(Structure):
    _fields_ = [("a", c_int), ("b", c_double)]


def by_value(p, n):
    return p.a * 100 + n


call_back = CFUNCTYPE(c_int, Pair, c_int)(by_value)
print(call_back(Pair(3, 1.0), 4), CFUNCTYPE(c_int)(lambda: 1)(), CFUNCTYPE(py_object, py_object)(lambda o: [o, o])("x"))

# A thread of C's own.
Start = CFUNCTYPE(c_void_p, c_void_p)
libc.pthread_create.argtypes = [POINTER(c_ulong), c_void_p, Start, c_void_p]
libc.pthread_join.argtypes = [c_ulong, POINTER(c_void_p)]
names = []
start = Start(lambda n: names.append((n, type(threading.current_thread()).__name__)) or n * 2)
for n in (21, 22):
    thread, result = c_ulong(), c_void_p()
    libc.pthread_create(byref(thread), None, start, n)
    libc.pthread_join(thread, byref(result))
    print(result.value, names.pop())

# The lock is free while C runs.
order = []
libc.usleep.argtypes = [c_uint]
sleeper = threading.Thread(target=lambda: (libc.usleep(100000), order.append("slept")))
sleeper.start()
order.append("meanwhile")
sleeper.join()
print(order)

# ---- errno -------------------------------------------------------------------------------------

print(set_errno(5), get_errno(), libc.close(-1), get_errno())
other = []
worker = threading.Thread(target=lambda: other.append((get_errno(), set_errno(3))))
worker.start()
worker.join()
print(other, get_errno())

# ---- objects -------------------------------------------------------------------------------------

thing = ["an object"]
print(cast(id(thing), py_object).value is thing, _ctypes.PyObj_FromPtr(id(thing)) is thing)
pythonapi.PyLong_AsLong.argtypes = [py_object]
pythonapi.PyLong_AsLong.restype = c_long
print(pythonapi.PyLong_AsLong(42), pythonapi.Py_IsInitialized())
pythonapi.PyBytes_FromStringAndSize.restype = py_object
print(pythonapi.PyBytes_FromStringAndSize(b"abcdef", 3))
try:
    pythonapi.PyLong_AsLong("x")
except TypeError as error:
    print(type(error).__name__)

# ---- libraries -----------------------------------------------------------------------------------

print(hasattr(libc, "no_such_function"), libc["abs"](-1), cdll.LoadLibrary("libm.so.6").abs(-2))
print(util.find_library("c"), util.find_library("no-such-library"))
try:
    CDLL("./no/such/library.so")
except OSError as error:
    print(error)
environ = POINTER(c_char_p).in_dll(libc, "environ")
print(type(environ).__name__, bool(environ))
print(_ctypes.call_function(cast(libc.abs, c_void_p).value, (-7,)))

# ---- audit ------------------------------------------------------------------------------------------

events = []


def listen(event, arguments):
    if event.startswith("ctypes.") and events is not None:
        events.append((event, [type(a).__name__ for a in arguments]))


sys.addaudithook(listen)
CDLL("libc.so.6").abs
number = c_int(1)
c_int.from_address(addressof(number))
c_int.from_buffer(bytearray(4))
c_int.from_buffer_copy(bytes(4))
c_int.in_dll(libc, "daylight")
get_errno(), set_errno(0), string_at(b"x"), wstring_at("x"), create_string_buffer(3)
_ctypes.dlsym(libc._handle, "abs")
_ctypes.call_function(cast(libc.abs, c_void_p).value, (1,))
print(*events, sep="\n")
events = None
