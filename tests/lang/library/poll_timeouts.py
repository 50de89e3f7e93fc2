# Which milliseconds poll() takes.
import inspect
import select
import socket
from decimal import Context

for ms in 2**31, 2**32, -2**31 - 1, 10**9 * 1000, 0, 0.0, 0.5:
    try:
        print(ms, select.poll().poll(ms))
    except OverflowError as e:
        print(ms, type(e).__name__, e)
print(inspect.signature(Context.create_decimal_from_float))
try:  # where the kernel has such sockets
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as s:
        size = s.getsockopt(socket.AF_VSOCK, socket.SO_VM_SOCKETS_BUFFER_SIZE)
        s.setsockopt(socket.AF_VSOCK, socket.SO_VM_SOCKETS_BUFFER_SIZE, size // 2)
        halved = s.getsockopt(socket.AF_VSOCK, socket.SO_VM_SOCKETS_BUFFER_SIZE) == size // 2
except OSError:
    halved = True
print(halved)
