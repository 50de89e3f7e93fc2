"""Functions of CPython's C API by ctypes.pythonapi: numbers, texts, references, the state of errors; and _ctypes' own functions on addresses."""
import _ctypes
import sys
from ctypes import *


def attempt(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__, str(error)


def api(name, result, *kinds):
    function = getattr(pythonapi, name)
    function.restype, function.argtypes = result, kinds
    return function


print(api("Py_IsInitialized", c_int)(), api("Py_GetVersion", c_char_p)()[:4])
state = api("PyGILState_Ensure", c_int)()
print(api("PyGILState_Check", c_int)())
api("PyGILState_Release", None, c_int)(state)
one = [1]
before = sys.getrefcount(one)
api("Py_IncRef", None, py_object)(one)
print(sys.getrefcount(one) - before)
api("Py_DecRef", None, py_object)(one)
print(sys.getrefcount(one) - before)

long_from, as_long = api("PyLong_FromLong", py_object, c_long), api("PyLong_AsLong", c_long, py_object)
size_from, as_size = api("PyLong_FromSsize_t", py_object, c_ssize_t), api("PyLong_AsSsize_t", c_ssize_t, py_object)
for i in 0, -1, 255, 2**62, -2**63, 2**63, "1", 1.5:
    print(repr(i), attempt(long_from, i), attempt(size_from, i), attempt(as_long, i), attempt(as_size, i))

from_size = api("PyBytes_FromStringAndSize", py_object, c_char_p, c_ssize_t)
from_string, as_string = api("PyBytes_FromString", py_object, c_char_p), api("PyBytes_AsString", c_char_p, py_object)
size = api("PyBytes_Size", c_ssize_t, py_object)
print(from_size(b"abc", 2), len(from_size(None, 3)), attempt(from_size, b"abc", -1), from_string(b"abc\0d"))
for v in b"bytes", b"", "text", 5:
    print(repr(v), attempt(as_string, v), attempt(size, v))
text_from, as_text = api("PyUnicode_FromString", py_object, c_char_p), api("PyUnicode_AsUTF8", c_char_p, py_object)
print(text_from(b"abc"), text_from("é\u20ac".encode()), attempt(text_from, b"\xff")[0])
print(as_text("abc"), as_text("é"), attempt(as_text, b"abc")[0], attempt(as_text, "\ud800")[0])

class Odd:
    def __repr__(self):
        raise KeyError("repr")

    def __bool__(self):
        raise LookupError("bool")


shown, as_str, true = api("PyObject_Repr", py_object, py_object), api("PyObject_Str", py_object, py_object), api("PyObject_IsTrue", c_int, py_object)
for v in "a", 0, [], [0], None, Odd():
    print(attempt(shown, v), attempt(as_str, v), attempt(true, v))
api("PyErr_Clear", None)()
print(api("PyErr_CheckSignals", c_int)())
memory = api("PyMem_Malloc", c_void_p, c_size_t)(16)
memory = api("PyMem_Realloc", c_void_p, c_void_p, c_size_t)(memory, 64)
memset(memory, 65, 63)
print(cast(memory, POINTER(c_char * 3)).contents.value)
api("PyMem_Free", None, c_void_p)(memory)
text = create_string_buffer(20)
print(pythonapi.PyOS_snprintf(text, 20, b"%d-%s", 5, b"x"), text.value)
print(attempt(getattr, pythonapi, "Py_NoSuchFunction")[0])

capsule_new = api("PyCapsule_New", py_object, c_void_p, c_char_p, c_void_p)
a, b = c_int(1), c_int(2)
o = capsule_new(addressof(a), None, None)
print(api("PyCapsule_SetPointer", c_int, py_object, c_void_p)(o, addressof(b)))
print(api("PyCapsule_GetPointer", c_void_p, py_object, c_char_p)(o, None) == addressof(b))
for name in "SetPointer", "SetName", "SetContext", "SetDestructor":
    print(attempt(api("PyCapsule_" + name, c_int, py_object, c_void_p), 5, addressof(b)))

# ---- _ctypes
libc = CDLL(None)
labs = cast(libc.labs, c_void_p).value
for f in _ctypes.call_function, _ctypes.call_cdeclfunction:
    print(f(labs, (-5,)), attempt(f, "x", ()), attempt(f, labs, [1]), attempt(f, labs, ("text", 1.5))[0])
handle = libc._handle
print(_ctypes.dlsym(handle, "labs") == labs, attempt(_ctypes.dlsym, handle, "no such symbol")[0])
for args in (handle, b"labs"), ("x", "labs"), (handle,), (handle, "a\0b"):
    print(attempt(_ctypes.dlsym, *args))
print(attempt(_ctypes.dlclose, "x"), attempt(_ctypes.dlopen, "/no/such/library.so")[0], attempt(_ctypes.dlopen, 5))
extra = _ctypes.dlopen("libm.so.6", 2)
print(_ctypes.dlclose(extra))
two = [2]
before = sys.getrefcount(two)
print(_ctypes.Py_INCREF(two) is two, sys.getrefcount(two) - before, _ctypes.Py_DECREF(two) is two, sys.getrefcount(two) - before)
print(_ctypes.PyObj_FromPtr(id(two)) is two, attempt(_ctypes.PyObj_FromPtr, "x"))
