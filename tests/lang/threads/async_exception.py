"""An exception that another thread wants raised in this one: PyThreadState_SetAsyncExc."""
import ctypes, threading
set_async = ctypes.pythonapi.PyThreadState_SetAsyncExc
set_async.argtypes = [ctypes.c_ulong, ctypes.py_object]


class Stop(Exception):
    pass


said, ready = [], threading.Event()


def run():
    try:
        ready.set()
        while True:
            pass
    except Stop as error:
        said.append(("stopped", error.args))


worker = threading.Thread(target=run)
worker.start()
ready.wait()
print(set_async(worker.ident, Stop), set_async(1, Stop))
worker.join()
print(said)
try:
    set_async(threading.get_ident(), ctypes.py_object(Stop))
    for i in range(10 ** 7):
        pass
    print("not raised")
except Stop:
    print("in this one")
