# The C library looks at the memory that the id of a thread points to.
import errno
import signal
import time

for look in time.pthread_getcpuclockid, lambda thread: signal.pthread_kill(thread, 0):
    for thread in 1, 4096, 1 << 62:
        try:
            assert not look(thread)
        except OSError as e:
            assert e.errno == errno.ESRCH
