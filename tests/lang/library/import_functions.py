"""_imp: modules that are built in or frozen."""
import _imp
import sys


def show(f, *args):
    try:
        print(f.__name__, args, f(*args))
    except Exception as e:
        print(f.__name__, args, type(e).__name__, e)


for name in ("sys", "builtins", "_imp", "nothing", "os"):
    show(_imp.is_builtin, name)
for name in ("zipimport", "nothing", "sys"):
    show(_imp.is_frozen, name)
for f in (_imp.is_builtin, _imp.is_frozen, _imp.is_frozen_package, _imp.get_frozen_object):
    show(f, 1)
show(_imp.is_frozen_package, "nothing")
show(_imp.get_frozen_object, "nothing")
show(_imp.init_frozen, "nothing")
show(_imp.find_frozen, "nothing")
_imp.acquire_lock()
_imp.release_lock()
print(_imp.lock_held(), type(_imp.extension_suffixes()))
show(_imp.source_hash, 1, b"text")
show(_imp.source_hash, 1, "text")


class Spec:
    name = "nothing"
    origin = "/nowhere/nothing.so"


show(lambda: _imp.create_builtin(Spec()))
show(lambda: _imp.exec_builtin(sys))
show(lambda: _imp.exec_dynamic(sys))
Spec.name = "errno"
print(_imp.create_builtin(Spec()).__name__)
for name in ("sys", "math"):
    import importlib.machinery
    spec = importlib.machinery.BuiltinImporter.find_spec(name)
    print(spec.name, spec.origin) if name == "sys" else None
