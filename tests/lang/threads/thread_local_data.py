"""threading.local: attributes, __init__ and __dict__ of each thread; cleared when it ends."""
import gc
import threading
import weakref


def in_thread(f):
    t = threading.Thread(target=f)
    t.start()
    t.join()


class Local(threading.local):
    shared = "class"

    def __init__(self, *args, **kw):
        print("init", args, kw, threading.current_thread().name)
        self.args = args

    @property
    def size(self):
        return len(self.__dict__)


local = Local(1, 2, x=3)
local.mine = "main"


def look():
    print(hasattr(local, "mine"), local.args, local.shared, local.size)
    local.mine = "other"
    local.extra = 1
    del local.extra
    print(sorted(local.__dict__.items()))
    for action in (lambda: local.nothing, lambda: delattr(local, "nothing"),
                   lambda: setattr(local, "__dict__", {}),
                   lambda: delattr(local, "__dict__")):
        try:
            action()
        except AttributeError as e:
            print(e)


in_thread(look)
print(local.mine, sorted(local.__dict__))


class Failing(threading.local):
    first = True

    def __init__(self):
        if not type(self).first:
            raise ValueError("no init here")
        type(self).first = False


failing = Failing()


def try_failing():
    for _ in range(2):
        try:
            failing.x = 1
        except ValueError as e:
            print(e)


in_thread(try_failing)


class Thing:
    pass


plain, refs = threading.local(), []


def keep():
    plain.thing = Thing()
    refs.append(weakref.ref(plain.thing))


in_thread(keep)
print([r() for r in refs], plain.__dict__)
plain.thing = Thing()
plain.thing.back = plain
refs = [weakref.ref(plain.thing), weakref.ref(plain)]
del plain
gc.collect()
print([r() for r in refs])
try:
    threading.local(1)
except TypeError as e:
    print(e)
print(type(threading.local().__dict__), isinstance(local, threading.local))
