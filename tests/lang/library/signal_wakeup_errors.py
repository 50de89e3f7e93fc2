# What goes wrong with the write to the wakeup descriptor of signals is told, a full pipe if wanted.
import io
import os
import signal
import sys


def told(fd, **options):
    signal.set_wakeup_fd(fd, **options)
    saved, sys.stderr = sys.stderr, io.StringIO()
    try:
        signal.raise_signal(signal.SIGUSR1)
    except ZeroDivisionError as e:
        print("raised", e, e.__context__)
    finally:
        text, sys.stderr = sys.stderr.getvalue(), saved
        signal.set_wakeup_fd(-1)
    print(options, [line for line in text.split("\n") if not line.startswith("  File")])


signal.signal(signal.SIGUSR1, lambda *args: None)
read, write = os.pipe()
os.set_blocking(read, False)
os.set_blocking(write, False)
told(write)
print(os.read(read, 10) == bytes([signal.SIGUSR1]))
told(read)
told(read, warn_on_full_buffer=False)
try:
    while True:
        os.write(write, bytes(65536))
except BlockingIOError:
    pass
told(write)
told(write, warn_on_full_buffer=True)
told(write, warn_on_full_buffer=False)
signal.signal(signal.SIGUSR1, lambda *args: 1 / 0)
told(read)
told(write, warn_on_full_buffer=False)
hook, sys.unraisablehook = sys.unraisablehook, lambda a: print(a.exc_type, a.exc_value, a.err_msg, a.object)
told(read)
sys.unraisablehook = hook
