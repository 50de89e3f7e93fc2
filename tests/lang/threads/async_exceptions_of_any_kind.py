"""PyThreadState_SetAsyncExc without other threads, of what is no class, and taken back."""
import ctypes
import _thread

set_async = ctypes.pythonapi.PyThreadState_SetAsyncExc
set_async.argtypes = [ctypes.c_ulong, ctypes.py_object]
me = _thread.get_ident()


def raised(exc, ident=me):
    try:
        print("threads:", set_async(ident, exc))
        for i in range(10**5):
            pass
        return "nothing"
    except BaseException as e:
        return type(e).__name__, str(e)


class Mine(Exception):
    pass


print(raised(Mine), raised(Mine, me + 1))
print(raised(Mine("instance")))
print(raised(KeyboardInterrupt))
print(raised("text"), raised(int), raised(None))


def taken_back():
    lock = _thread.allocate_lock()
    lock.acquire()

    def ask():
        said.append(set_async(me, Mine))
        said.append(set_async(me, ctypes.py_object()))
        lock.release()
    said = []
    _thread.start_new_thread(ask, ())
    try:
        lock.acquire()
        for i in range(10**5):
            pass
        return said
    except Mine:
        return "raised"


print(taken_back())
print(raised(Mine), raised(Mine, 1), raised(ZeroDivisionError("again")), taken_back())
