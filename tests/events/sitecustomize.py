"""What python3.11's start imports when it is the oracle of tests/run_events.py.

Gives the program the surroundings that minipy gives it, then starts the recorder: the C
modules that minipy does without are missing, and no others can be loaded; _socket has the
names of minipy's; the library alone is on sys.path; sys.prefix and sys._home are those of the
environment in which minipy runs. The program then runs as any other: it is python3.11's own __main__.
"""


def begin():
    import os
    import sys
    loaded = set(sys.modules)
    import ctypes
    import _socket
    import _frozen_importlib_external as importlib
    import resource
    folder = os.environ.pop("PYTHONPATH")
    recorder = ctypes.PyDLL(os.environ.pop("EVENTS_RECORDER"))
    path = os.environ.pop("EVENTS_FILE").encode()
    absent = os.environ.pop("EVENTS_ABSENT").split(",")
    socket_names = os.environ.pop("EVENTS_SOCKET").split(",")
    del resource.__file__
    found = dict(vars(_socket))
    vars(_socket).clear()
    vars(_socket).update((name, found[name]) for name in socket_names + ["CAPI"])  # for _ssl
    sys.path[:] = [p for p in sys.path if p != folder and "-packages" not in p]
    sys.meta_path[:] = [f for f in sys.meta_path if isinstance(f, type)]
    for name in set(sys.modules) - loaded - {"_socket", "resource"} | {"_distutils_hack"}:
        sys.modules.pop(name, None)
    del importlib.EXTENSION_SUFFIXES[2:]  # as many as minipy has
    sys.executable = os.environ.pop("EVENTS_EXECUTABLE")
    sys._home = os.environ.pop("EVENTS_HOME")
    sys.prefix = sys.exec_prefix = os.environ.pop("EVENTS_PREFIX")
    sys.path_importer_cache.clear()
    sys.modules.update(dict.fromkeys(absent))
    if recorder.record_events(path) != 0:
        os._exit(120)


begin()
del begin
