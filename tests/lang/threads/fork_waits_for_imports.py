"""A fork waits for the thread that holds the import lock: the child sees no module that is half made."""
import _imp
import os
import subprocess
import sys
import threading
import time

begun = threading.Event()


def importer():
    _imp.acquire_lock()
    sys.modules["half made"] = "half"
    begun.set()
    time.sleep(0.05)
    sys.modules["half made"] = "whole"
    _imp.release_lock()


def child(fork):
    begun.clear()
    sys.modules.pop("half made", None)
    thread = threading.Thread(target=importer)
    thread.start()
    begun.wait()
    pid = fork()
    if not pid:
        os._exit(42 if __import__("half made") == "whole" and not _imp.lock_held() else 1)
    thread.join()
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), _imp.lock_held())


child(os.fork)
child(lambda: os.forkpty()[0])
_imp.acquire_lock()
pid = os.fork()
if not pid:
    _imp.release_lock()
    os._exit(43 if not _imp.lock_held() else 1)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), _imp.lock_held())
_imp.release_lock()
for group in 2**64, 2**32, -1:
    try:
        subprocess.call(["true"], extra_groups=[group])
    except Exception as e:
        print(group, type(e).__name__, e)
