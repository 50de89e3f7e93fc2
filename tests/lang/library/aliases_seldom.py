# Second names of functions, and functions of the interpreter's own modules, that few programs call.
import _codecs
import _imp
import _operator
import _thread
import _weakref
import binascii
import sys
import threading
import weakref

print(binascii.a2b_hex(b"00ff7F"), _operator.inv(5), _operator.is_([], []), _operator.is_(None, None))
for name in ("utf_16_be", "utf_16_le", "utf_32_be", "utf_32_le"):
    data = getattr(_codecs, name + "_encode")("a\U0001F600é")[0]
    decode = getattr(_codecs, name + "_decode")
    print(name, data, decode(data), decode(data[:-1], "strict", False))
    try:
        print(decode(data[:-1], "strict", True))
    except UnicodeDecodeError as e:
        print(e)

# locks
lock = _thread.allocate()
print(lock.acquire_lock(), lock.locked_lock(), lock.acquire_lock(False), lock.release_lock(), lock.locked())
lock.acquire()
print(lock._at_fork_reinit(), lock.locked())
again = threading.RLock()
again.acquire()
again.acquire()
print(again._at_fork_reinit(), again._is_owned(), again.acquire(False))
again.release()
sentinel = _thread._set_sentinel()
print(type(sentinel) is _thread.LockType, sentinel.locked())
said = []
done = _thread.allocate_lock()
done.acquire()


def work(*args, **kwargs):
    said.append((args, kwargs, _thread.get_native_id() > 0))
    done.release()
    _thread.exit_thread()


print(type(_thread.start_new(work, (1,), {"k": 2})))
done.acquire()
print(said)


# weak references
class A:
    pass


a = A()
table = {1: weakref.ref(a), 2: weakref.ref(a), 3: weakref.ref(A())}
for key in (1, 3, 4):
    try:
        print(_weakref._remove_dead_weakref(table, key), sorted(table))
    except Exception as e:
        print(type(e).__name__, e)
for args in ((table, 5, 6), ([], 1), ({1: 2}, 1)):
    try:
        print(_weakref._remove_dead_weakref(*args))
    except Exception as e:
        print(type(e).__name__, e)

# the interpreter
print(sys.getdlopenflags(), sys.setdlopenflags(2), sys.getdlopenflags(), isinstance(sys.getallocatedblocks(), int))
print(type(_imp._frozen_module_names()), _imp._override_frozen_modules_for_tests(0))
