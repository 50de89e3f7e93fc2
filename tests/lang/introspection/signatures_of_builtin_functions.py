import builtins
import inspect

for name in sorted(vars(builtins)):
    f = vars(builtins)[name]
    if type(f) is not type(len) or name == "open":
        continue
    try:
        print(name, inspect.signature(f))
    except ValueError as e:
        print(e)

# Which functions have no docstring.
import _abc, _imp, _posixsubprocess, _signal, _socket, contextvars, gc, math, posix, resource, sys, time

for owner in (_abc, _imp, _posixsubprocess, _signal, _socket, gc, math, posix, resource, sys, time,
              _socket.socket, contextvars.Context, contextvars.ContextVar):
    routines = [(name, value) for name, value in vars(owner).items()
                if inspect.isroutine(value) and name != "_getquickenedcount"]  # of CPython's own
    print(owner.__name__, sorted(name for name, value in routines if not value.__doc__))
print(time.strftime.__doc__.partition("\n")[0], "|", _socket.socket.recvfrom_into.__doc__.partition("\n")[0])
