"""A ResourceWarning that filters make an error is told by sys.unraisablehook, as nobody can handle it where files and
sockets go; another exception of showwarning() is dropped."""
import gc
import io
import os
import socket
import sys
import warnings


def hook(u):
    message = str(u.exc_value)
    for name in "fd=", " at 0x", "raddr":
        message = message.split(name)[0]
    print("  told:", type(u.object).__name__, type(u.exc_value).__name__, message, u.err_msg)


sys.unraisablehook = hook


def go():
    print("text file")
    f = open("/dev/null")
    del f
    print("binary file")
    f = open("/dev/null", "wb")
    f.write(b"x")
    del f
    print("raw file")
    f = io.FileIO("/dev/null")
    del f
    print("socket")
    s = socket.socket()
    del s
    print("directory")
    d = os.scandir("/")
    next(d)
    del d
    print("in a cycle")
    cycle = [open("/dev/null")]
    cycle.append(cycle)
    del cycle
    gc.collect()
    print("closed ones")
    with open("/dev/null") as f:
        pass
    del f


for action in "error", "ignore":
    print(action)
    warnings.simplefilter(action, ResourceWarning)
    go()
print("another exception")
warnings.simplefilter("always", ResourceWarning)
warnings.showwarning = lambda *args: {}["none"]
go()
