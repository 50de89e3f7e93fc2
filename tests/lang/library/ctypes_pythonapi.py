"""Functions of CPython's C API that programs reach through ctypes: buffers, and capsules with their destructor."""
from ctypes import *


class Py_buffer(Structure):
    _fields_ = [("buf", c_void_p), ("obj", py_object), ("len", c_ssize_t), ("itemsize", c_ssize_t),
                ("readonly", c_int), ("ndim", c_int), ("format", c_char_p), ("shape", POINTER(c_ssize_t)),
                ("strides", POINTER(c_ssize_t)), ("suboffsets", POINTER(c_ssize_t)), ("internal", c_void_p)]


def attempt(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__, str(error)


get_buffer, release = pythonapi.PyObject_GetBuffer, pythonapi.PyBuffer_Release
for flags in 0, 1, 0x11c, 0x8:
    for data in b"bytes", bytearray(b"array"), memoryview(b"abcdef")[::2], (c_int * 3)(1, 2, 3), "text":
        view = Py_buffer()
        got = attempt(get_buffer, py_object(data), byref(view), flags)
        if got != 0:
            print(flags, got)
            continue
        shape = view.shape[:view.ndim] if view.shape else None
        print(flags, view.len, view.itemsize, view.readonly, view.ndim, view.format, shape, view.obj is data)
        release(byref(view))
        if isinstance(data, bytearray):
            data.append(1)  # nothing holds it any more

array = bytearray(b"0123")
view = Py_buffer()
get_buffer(py_object(array), byref(view), 0)
print(attempt(array.append, 1))
(c_char * 4).from_address(view.buf)[0:2] = b"ab"
release(byref(view))
array.append(52)
print(array)

gone = []
destructor = CFUNCTYPE(None, c_void_p)(gone.append)
vars(pythonapi).setdefault("kept", []).append(destructor)  # for longer than the capsule, even if an exception ends this program
new = pythonapi.PyCapsule_New
new.restype, new.argtypes = py_object, (c_void_p, c_char_p, c_void_p)
results = {"IsValid": c_bool, "GetPointer": c_void_p, "GetName": c_char_p, "GetContext": c_void_p,
           "GetDestructor": c_void_p, "SetContext": c_int, "SetName": c_int, "SetPointer": c_int, "SetDestructor": c_int}
api = {}
for name, kind in results.items():
    api[name] = getattr(pythonapi, "PyCapsule_" + name)
    api[name].restype = kind
name = create_string_buffer(b"mine")
where = c_int(5)
capsule = new(addressof(where), name, cast(destructor, c_void_p))
o = py_object(capsule)
print(type(capsule), repr(capsule)[:25])
print(api["IsValid"](o, b"mine"), api["IsValid"](o, b"other"), api["IsValid"](py_object(5), b"mine"))
print(api["GetPointer"](o, b"mine") == addressof(where), api["GetName"](o), api["GetContext"](o))
print(api["GetDestructor"](o) == cast(destructor, c_void_p).value)
print(attempt(api["GetPointer"], o, b"other"), attempt(api["GetPointer"], py_object(5), b"mine"))
print(attempt(new, None, name, None), attempt(api["SetPointer"], o, None), attempt(api["GetName"], py_object("s")))
print(api["SetContext"](o, c_void_p(77)), api["GetContext"](o), api["SetName"](o, None), api["GetName"](o))
print(repr(capsule)[:21], gone)
del capsule, o
print(len(gone))
