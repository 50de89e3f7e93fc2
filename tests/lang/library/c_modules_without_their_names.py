# What a module in C works with is its own, whatever a program puts in the place of the module or of its names.
import ast, contextvars, os, signal, struct, sys, time
import _ast, _contextvars, _signal, _socket, _struct, binascii


def refused(f, *args):
    try:
        f(*args)
    except Exception:
        return "refused"
    return "accepted"


def kind():
    return type(compile("x", "<text>", "eval", ast.PyCF_ONLY_AST)) is ast.Expression


del sys.modules["_ast"]
print(kind(), "_ast" in sys.modules)
import _ast as again
print(again is _ast, again.Name is _ast.Name, again.Load is ast.Load)
sys.modules["_ast"] = object()
print(kind(), eval(compile(ast.parse("6 * 7", mode="eval"), "<tree>", "eval")))
sys.modules["_ast"] = _ast

var = contextvars.ContextVar("var")
token = var.set(1)
_contextvars.Token = _contextvars.Context = 5
_contextvars.ContextVar = int
second = var.set(2)
print(type(second) is type(token), second.old_value, token.old_value is type(token).MISSING)
print(_contextvars.copy_context()[var])
var.reset(second)
del sys.modules["_contextvars"]
print(var.get(), contextvars.copy_context().run(var.get), refused(var.reset, 5))

class Pretender(Exception):
    def __new__(cls, *args):
        return "no exception"


_struct.error = str
print(refused(_struct.unpack, "i", b""))
_struct.error = Pretender
print(refused(_struct.unpack, "i", b""))
sys.modules["_struct"] = 5
print(refused(_struct.unpack, "i", b""))
_struct._cache = {"<h": 5, "<i": int}
print(_struct.unpack("<h", b"12"), _struct.calcsize("<i"))
binascii.Error = str
print(refused(binascii.unhexlify, "1"))
_socket.gaierror = lambda *args: 5
print(refused(_socket.getaddrinfo, "1..2", 1, 0, 0, 0, 4))

time.struct_time = tuple
print(type(time.gmtime(0)).__name__, time.gmtime(0).tm_year)
time.struct_time = os.stat_result
print(type(time.gmtime(0)).__name__)
_signal.struct_siginfo = tuple
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
os.kill(os.getpid(), signal.SIGUSR1)
print(_signal.sigwaitinfo([signal.SIGUSR1]).si_signo == signal.SIGUSR1)
