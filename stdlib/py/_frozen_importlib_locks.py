"""What importlib._bootstrap has for programs that look into it, and what few ask for.

Imports lock modules in C (vm/threads/import_lock.h); the locks here are for who makes them:
recursive, handed over in the order of asking, and refused where waiting would never end.
"""

import _imp
import _thread
import _warnings
import _weakref
import sys

_NEEDS_LOADING = object()
_guard = _thread.allocate_lock()  # of all that follows
_blocking_on = {}  # thread: the lock that it waits for
_module_locks = {}  # name: a weak reference


class _DeadlockError(RuntimeError):
    pass


class _ModuleLock:
    """A lock that its thread may take again, and that refuses to wait in a circle."""

    def __init__(self, name):
        self.name = name
        self.owner = None
        self.count = 0
        self._queue = []  # of those who wait: thread, lock that is released when it is their turn

    def has_deadlock(self):
        me, lock, seen = _thread.get_ident(), self, set()
        while lock is not None and lock.owner not in seen:
            if lock.owner == me:
                return True
            seen.add(lock.owner)
            lock = _blocking_on.get(lock.owner)
        return False

    def acquire(self):
        me = _thread.get_ident()
        with _guard:
            if self.owner in (None, me):
                self.owner = me
                self.count += 1
                return True
            if self.has_deadlock():
                raise _DeadlockError(f'deadlock detected by {self!r}')
            turn = me, _thread.allocate_lock()
            turn[1].acquire()
            self._queue.append(turn)
            _blocking_on[me] = self
        try:
            return turn[1].acquire()
        except BaseException:
            with _guard:
                waits = turn in self._queue
                if waits:
                    self._queue.remove(turn)
                    _blocking_on.pop(me, None)
            if not waits:
                self.release()
            raise

    def release(self):
        with _guard:
            if self.owner != _thread.get_ident():
                raise RuntimeError('cannot release un-acquired lock')
            self.count -= 1
            if self.count:
                return
            self.owner = None
            if self._queue:
                self.owner, turn = self._queue.pop(0)
                self.count = 1
                _blocking_on.pop(self.owner, None)
                turn.release()

    def __repr__(self):
        return f'_ModuleLock({self.name!r}) at {id(self)}'


class _DummyModuleLock:
    """Where there are no threads."""

    def __init__(self, name):
        self.name = name
        self.count = 0

    def acquire(self):
        self.count += 1
        return True

    def release(self):
        if not self.count:
            raise RuntimeError('cannot release un-acquired lock')
        self.count -= 1

    def __repr__(self):
        return f'_DummyModuleLock({self.name!r}) at {id(self)}'


def _get_module_lock(name):
    """The lock of that name, a new one if nobody has it."""
    with _imp_lock:
        known = _module_locks.get(name)
        lock = known() if known else None
        if lock is None:
            lock = _ModuleLock(name)

            def forget(reference):
                if _module_locks.get(name) is reference:
                    del _module_locks[name]
            _module_locks[name] = _weakref.ref(lock, forget)
    return lock


class _ImportLockContext:
    def __enter__(self):
        _imp.acquire_lock()

    def __exit__(self, *exc):
        _imp.release_lock()


_imp_lock = _ImportLockContext()


def _new_module(name):
    return type(sys)(name)


def _requires(known, what):
    def decorate(fxn):
        def checked(self, fullname):
            if not known(fullname):
                raise ImportError(f'{fullname!r} is not a {what} module', name=fullname)
            return fxn(self, fullname)
        from _frozen_importlib import _wrap
        _wrap(checked, fxn)
        return checked
    return decorate


_requires_builtin = _requires(lambda name: name in sys.builtin_module_names, 'built-in')
_requires_frozen = _requires(_imp.is_frozen, 'frozen')


def _setup(sys_module, _imp_module):
    """Gives the modules that were there before importlib their specs."""
    from _frozen_importlib import BuiltinImporter, FrozenImporter, ModuleSpec, _init_module_attrs
    for name, module in list(sys_module.modules.items()):
        if isinstance(module, type(sys_module)) and getattr(module, '__spec__', None) is None:
            loader = BuiltinImporter if name in sys_module.builtin_module_names else FrozenImporter
            if loader.find_spec(name) is not None:
                _init_module_attrs(ModuleSpec(name, loader, origin='built-in' if loader is BuiltinImporter else 'frozen'), module)


def _install(sys_module, _imp_module):
    """Puts the finders of what is in the binary onto sys.meta_path."""
    from _frozen_importlib import BuiltinImporter, FrozenImporter
    _setup(sys_module, _imp_module)
    sys_module.meta_path.extend((BuiltinImporter, FrozenImporter))


def _install_external_importers():
    import _frozen_importlib_external
    sys.meta_path.append(_frozen_importlib_external.PathFinder)


def _find_and_load_unlocked(name, import_):
    from _frozen_importlib import _find_and_load
    return _find_and_load(name, import_)
