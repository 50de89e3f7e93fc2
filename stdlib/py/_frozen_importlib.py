"""What the library's importlib takes from the interpreter: specs, finding, loading.

Imports themselves are done in C (vm/import/import.c); these functions serve programs that go
through importlib, and finders that programs put into sys.meta_path.
"""

import _imp
import sys
from _warnings import warn as _warn
from _minipy_import import (BuiltinImporter, FrozenImporter, ModuleSpec, behind, find_and_load,
                            import_name, place, set_lines, stand_in)

__import__ = import_name
_module_type = type(sys)
_module_repr = _module_type.__repr__
_ERR_MSG_PREFIX = 'No module named '
_ERR_MSG = _ERR_MSG_PREFIX + '{!r}'


class _ModuleLockManager:
    """A vm runs one thread: there is nothing to lock."""

    def __init__(self, name):
        self._name = name

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


def _call_with_frames_removed(f, *args, **kwargs):
    return f(*args, **kwargs)


def _verbose_message(message, *args, verbosity=1):
    if sys.flags.verbose >= verbosity:
        if not message.startswith(('#', 'import ')):
            message = '# ' + message
        print(message.format(*args), file=sys.stderr)


def _wrap(new, old):
    """`new` shows itself as `old`, as functools.wraps would have it."""
    for name in ('__module__', '__name__', '__qualname__', '__doc__'):
        if hasattr(old, name):
            setattr(new, name, getattr(old, name))
    new.__dict__.update(old.__dict__)


# Specs

def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """A spec for the module `name` with what its loader says about itself."""
    if origin is None:
        origin = getattr(loader, '_ORIGIN', None)
    if not origin and hasattr(loader, 'get_filename'):
        from _frozen_importlib_external import spec_from_file_location
        if is_package is None:
            return spec_from_file_location(name, loader=loader)
        search = [] if is_package else None
        return spec_from_file_location(name, loader=loader,
                                       submodule_search_locations=search)
    if is_package is None:
        is_package = False
        if hasattr(loader, 'is_package'):
            try:
                is_package = loader.is_package(name)
            except ImportError:
                is_package = None
    return ModuleSpec(name, loader, origin=origin, is_package=bool(is_package))


def _spec_from_module(module, loader=None, origin=None):
    spec = getattr(module, '__spec__', None)
    if spec is not None:
        return spec
    loader = loader or getattr(module, '__loader__', None)
    location = getattr(module, '__file__', None)
    spec = ModuleSpec(module.__name__, loader,
                      origin=origin or location or getattr(loader, '_ORIGIN', None))
    spec._set_fileattr = location is not None
    spec.cached = getattr(module, '__cached__', None)
    path = getattr(module, '__path__', None)
    spec.submodule_search_locations = None if path is None else list(path)
    return spec


def _set_unless_there(module, name, value, override):
    if override or getattr(module, name, None) is None:
        try:
            setattr(module, name, value)
        except AttributeError:
            pass


def _init_module_attrs(spec, module, *, override=False):
    """Gives a module the attributes that follow from its spec."""
    loader = spec.loader
    if loader is None and spec.submodule_search_locations is not None:
        from _frozen_importlib_external import NamespaceLoader
        loader = NamespaceLoader(spec.name, spec.submodule_search_locations, None)
        spec.loader = loader
        module.__file__ = None
    _set_unless_there(module, '__name__', spec.name, override)
    _set_unless_there(module, '__loader__', loader, override)
    _set_unless_there(module, '__package__', spec.parent, override)
    _set_unless_there(module, '__spec__', spec, True)
    if spec.submodule_search_locations is not None:
        _set_unless_there(module, '__path__', spec.submodule_search_locations, override)
    if spec.has_location:
        _set_unless_there(module, '__file__', spec.origin, override)
        if spec.cached is not None:
            _set_unless_there(module, '__cached__', spec.cached, override)
    return module


def module_from_spec(spec):
    """A new module for the spec, not yet executed."""
    module = None
    if hasattr(spec.loader, 'create_module'):
        module = spec.loader.create_module(spec)
    elif hasattr(spec.loader, 'exec_module'):
        raise ImportError('loaders that define exec_module() must also define '
                          'create_module()')
    if module is None:
        module = _module_type(spec.name)
    return _init_module_attrs(spec, module)


def _module_repr_from_spec(spec):
    name = '?' if spec.name is None else spec.name
    if spec.origin is None:
        return f'<module {name!r}>' if spec.loader is None else f'<module {name!r} ({spec.loader!r})>'
    if spec.has_location:
        return f'<module {name!r} from {spec.origin!r}>'
    return f'<module {name!r} ({spec.origin})>'


# Loading

def _exec(spec, module):
    """Runs the module's code in its namespace (again: importlib.reload)."""
    name = spec.name
    if sys.modules.get(name) is not module:
        raise ImportError(f'module {name!r} not in sys.modules', name=name)
    try:
        if spec.loader is None:
            if spec.submodule_search_locations is None:
                raise ImportError('missing loader', name=name)
            _init_module_attrs(spec, module, override=True)
        else:
            _init_module_attrs(spec, module, override=True)
            if hasattr(spec.loader, 'exec_module'):
                spec.loader.exec_module(module)
            else:
                _warn(f'{_object_name(spec.loader)}.exec_module() not found; falling back to load_module()',
                      ImportWarning)
                spec.loader.load_module(name)
    finally:
        module = sys.modules.pop(name)
        sys.modules[name] = module
    return module


def _load_backward_compatible(spec):
    """Loaders with load_module() alone do everything themselves."""
    spec.loader.load_module(spec.name)
    module = sys.modules.pop(spec.name)
    sys.modules[spec.name] = module
    _set_unless_there(module, '__loader__', spec.loader, False)
    if getattr(module, '__package__', None) is None:
        try:
            module.__package__ = module.__name__ if hasattr(module, '__path__') \
                else spec.name.rpartition('.')[0]
        except AttributeError:
            pass  # not every object can have attributes
    _set_unless_there(module, '__spec__', spec, False)
    return module


def _load_unlocked(spec):
    """Makes and runs the module of a spec that a finder returned."""
    if spec.loader is not None and not hasattr(spec.loader, 'exec_module'):
        _warn(f'{_object_name(spec.loader)}.exec_module() not found; falling back to load_module()', ImportWarning)
        return _load_backward_compatible(spec)
    module = module_from_spec(spec)
    spec._initializing = True
    try:
        sys.modules[spec.name] = module
        try:
            if spec.loader is not None:
                spec.loader.exec_module(module)
            elif spec.submodule_search_locations is None:
                raise ImportError('missing loader', name=spec.name)
        except:
            sys.modules.pop(spec.name, None)
            raise
        module = sys.modules.pop(spec.name)
        sys.modules[spec.name] = module
    finally:
        spec._initializing = False
    return module


def _load(spec):
    return _load_unlocked(spec)


def _builtin_from_name(name):
    spec = BuiltinImporter.find_spec(name)
    if spec is None:
        raise ImportError('no built-in module named ' + name)
    return _load_unlocked(spec)


def _load_module_shim(self, fullname):
    """load_module() for loaders that have exec_module()."""
    import _warnings
    _warnings.warn('the load_module() method is deprecated and slated for removal in '
                   'Python 3.12; use exec_module() instead', DeprecationWarning)
    spec = spec_from_loader(fullname, self)
    if fullname in sys.modules:
        module = sys.modules[fullname]
        _exec(spec, module)
        return sys.modules[fullname]
    return _load(spec)


def _object_name(obj):
    return getattr(obj, '__qualname__', None) or type(obj).__qualname__


def _find_spec_legacy(finder, name, path):
    """What a finder that has only find_module() finds."""
    _warn(f'{_object_name(finder)}.find_spec() not found; falling back to find_module()',
          ImportWarning)
    loader = finder.find_module(name, path)
    return None if loader is None else spec_from_loader(name, loader)


def _ask_old_finder(finder, name, path):
    """For vm/import/import_find.c: what the finder raises has the AttributeError for its context."""
    try:
        return finder.find_spec(name, path)
    except AttributeError:
        return _find_spec_legacy(finder, name, path)


def _find_spec(name, path, target=None):
    """Asks the finders of sys.meta_path."""
    meta_path = sys.meta_path
    if meta_path is None:
        raise ImportError('sys.meta_path is None, Python is likely shutting down')
    if not meta_path:
        _warn('sys.meta_path is empty', ImportWarning)
    reloading = name in sys.modules
    for finder in meta_path:
        try:
            find_spec = finder.find_spec
        except AttributeError:
            spec = _find_spec_legacy(finder, name, path)
        else:
            spec = find_spec(name, path, target)
        if spec is None:
            continue
        if not reloading and name in sys.modules:
            own = getattr(sys.modules[name], '__spec__', None)
            return spec if own is None else own
        return spec
    return None


# Where a program has put something else in the place of sys.modules, imports take this way
# (vm/import/import.c).

def _load_parent(name, parent):
    """The __path__ of the package that name is in; None if that has imported it."""
    if parent not in sys.modules:
        _find_and_load(parent)
    if name in sys.modules:
        return None
    package = sys.modules[parent]
    try:
        return package.__path__
    except AttributeError:
        raise ModuleNotFoundError(f'{_ERR_MSG.format(name)}; {parent!r} is not a package',
                                  name=name) from None


def _bind_in_parent(name, parent, module):
    child = name.rpartition('.')[2]
    try:
        setattr(sys.modules[parent], child, module)
    except AttributeError:
        _warn(f'Cannot set an attribute on {parent!r} for child module {child!r}',
              ImportWarning)


def _find_and_load(name):
    module = sys.modules.get(name, sys)
    if module is None:
        raise ModuleNotFoundError(f'import of {name} halted; None in sys.modules', name=name)
    if module is not sys or name == 'sys':
        return module
    parent = name.rpartition('.')[0]
    path = _load_parent(name, parent) if parent else None
    if parent and name in sys.modules:
        return sys.modules[name]
    spec = _find_spec(name, path)
    if spec is None:
        raise ModuleNotFoundError(_ERR_MSG.format(name), name=name)
    module = _load_unlocked(spec)
    if parent:
        _bind_in_parent(name, parent, module)
    return module


_find_and_load_into_replaced = _find_and_load


# Names

def _resolve_name(name, package, level):
    bits = package.rsplit('.', level - 1)
    if len(bits) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return f'{bits[0]}.{name}' if name else bits[0]


def _sanity_check(name, package, level):
    if not isinstance(name, str):
        raise TypeError(f'module name must be str, not {type(name)}')
    if level < 0:
        raise ValueError('level must be >= 0')
    if level > 0:
        if not isinstance(package, str):
            raise TypeError('__package__ not set to a string')
        elif not package:
            raise ImportError('attempted relative import with no known parent package')
    if not name and level == 0:
        raise ValueError('Empty module name')


# Tracebacks: the search is in C, and where it fails CPython's own importlib shows the way that
# it took. Its files are frozen, so that only names and lines (of 3.11.2) are seen.

_GCD = ('_bootstrap', '_gcd_import', 1206)
_FIND = ('_bootstrap', '_find_and_load', 1178)
_LOAD = (('_bootstrap', '_find_and_load_unlocked', 1149), ('_bootstrap', '_load_unlocked', 690))
_REMOVED = ('_bootstrap', '_call_with_frames_removed', 241)
_PARENT = (_FIND, ('_bootstrap', '_find_and_load_unlocked', 1128), _REMOVED, _GCD)
_NO_PACKAGE = (_FIND, ('_bootstrap', '_find_and_load_unlocked', 1137))
_NOT_FOUND = (_FIND, ('_bootstrap', '_find_and_load_unlocked', 1142))
_COMPILED = (_FIND, *_LOAD, ('_bootstrap_external', 'exec_module', 936), ('_bootstrap_external', 'get_code', 1074),
             ('_bootstrap_external', 'source_to_code', 1004), _REMOVED)
_ASKED = (_FIND, ('_bootstrap', '_find_and_load_unlocked', 1140), ('_bootstrap', '_find_spec', 1080))
_START = (_FIND, *_LOAD, ('_bootstrap', 'exec_module', 982))
_RUN = (_FIND, *_LOAD, ('_bootstrap_external', 'exec_module', 940), _REMOVED)
_READ = (('_bootstrap_external', 'get_data', 1130),)


def _behind(places, tb):
    """The traceback tb with frames at these places before it."""
    for file, function, line in reversed(places):
        tb = behind(tb, f'<frozen importlib.{file}>', function, line, globals())
    return tb


def _show_finder(exc):
    """exc comes from a finder of sys.meta_path (vm/import/import.c)."""
    tb = exc.__traceback__
    there = tb is not None and place(tb)[1] == '_find_spec'
    exc.__traceback__ = _behind(_ASKED[:-1] if there else _ASKED, tb)


def _show_no_meta_path(exc):
    """sys.meta_path is None (vm/import/import_find.c)."""
    exc.__traceback__ = _behind((('_bootstrap', '_find_spec', 1061),), exc.__traceback__)


def _show_empty_meta_path(exc):
    """The warning of it was made an error."""
    exc.__traceback__ = _behind((('_bootstrap', '_find_spec', 1065),), exc.__traceback__)


def _show_loader(exc):
    """exc comes from a loader that such a finder named (vm/import/import.c)."""
    exc.__traceback__ = _behind((_FIND, _LOAD[0]), exc.__traceback__)


def _show_binding(exc):
    """A module could not be made an attribute of its parent (vm/import/import.c)."""
    line = 1160 if isinstance(exc, ImportWarning) else 1155 if isinstance(exc, KeyError) else 1157
    exc.__traceback__ = _behind((_FIND, ('_bootstrap', '_find_and_load_unlocked', line)), exc.__traceback__)


def _show_site(exc):
    """exc comes from the module site, which the start imports (vm/import/site.c)."""
    exc.__traceback__ = _behind(_START, exc.__traceback__)


def _show_run(exc):
    """exc comes from exec_module() of a loader that a program asked itself."""
    exc.__traceback__ = _behind(_executed(exc, exc.__traceback__), exc.__traceback__)


def _show_code(exc):
    """The same of get_code()."""
    exc.__traceback__ = _behind(_executed(exc, exc.__traceback__)[1:], exc.__traceback__)


def _show_data(exc):
    """The same of get_data()."""
    exc.__traceback__ = _behind(_READ, exc.__traceback__)


def _executed(exc, tb):
    function = tb and place(tb)[1]
    if function == '_check_name_wrapper':
        return (_COMPILED[-4], ('_bootstrap_external', 'get_code', 1014))
    if tb is not None:
        return _RUN[-2:] if function == '<module>' else ()
    if isinstance(exc, OSError):
        return (_COMPILED[-4], ('_bootstrap_external', 'get_code', 1073), *_READ)
    return _COMPILED[-4:] if isinstance(exc, (SyntaxError, ValueError)) else ()


def _way(name, exc, tb):
    """From _gcd_import(name) to where exc was raised; () if that is not known."""
    failed = name
    while '.' in failed and failed.rpartition('.')[0] not in sys.modules:
        failed = failed.rpartition('.')[0]
    levels = name.count('.') - failed.count('.')
    if tb is not None:
        function = place(tb)[1]
        if function == '_find_and_load':
            return _PARENT * levels  # the rest is there
        end = _RUN if function == '<module>' else ()
    elif isinstance(exc, ModuleNotFoundError) and exc.name == failed and failed not in sys.modules:
        end = _NO_PACKAGE if str(exc).endswith('is not a package') else _NOT_FOUND
    else:
        end = _COMPILED if isinstance(exc, SyntaxError) else ()
    return end and _PARENT * levels + end


def _show_way(name, exc):
    """Puts the way of a failed import into its traceback."""
    own = exc.__traceback__
    own.tb_next = _behind(_way(name, exc, own.tb_next), own.tb_next)


def _show_verbose(exc, name):
    """The same for an import statement."""
    exc.__traceback__ = _behind(_way(name, exc, exc.__traceback__), exc.__traceback__)


def _gcd_import(name, package=None, level=0):
    """The module of that name, imported if need be."""
    _sanity_check(name, package, level)
    if level > 0:
        name = _resolve_name(name, package, level)
    try:
        return find_and_load(name)
    except BaseException as exc:
        _show_way(name, exc)
        raise


# Lines of functions that CPython has, too, by their distance from the first.
for _function, _first, _lines in (
        (_call_with_frames_removed, 233, {1: 241}),
        (_load_module_shim, 275, {3: 283, 5: 284, 8: 287, 9: 288, 10: 290}),
        (module_from_spec, 566, {4: 573, 6: 575, 9: 578, 10: 579}),
        (_exec, 600, {4: 606, 8: 610, 9: 612, 11: 614, 13: 621, 15: 618, 16: 616, 17: 619}),
        (_load_backward_compatible, 630, {2: 634}),
        (_load_unlocked, 666, {2: 668, 3: 673, 4: 674, 5: 676, 11: 690, 13: 687, 17: 701}),
        (_load, 711, {1: 721}),
        (_resolve_name, 1037, {1: 1039, 3: 1041}),
        (_bind_in_parent, 1124, {5: 1160}),
        (_find_spec_legacy, 1046, {2: 1049, 4: 1050, 5: 1053}),
        (_find_spec, 1056, {4: 1061, 6: 1065, 10: 1074, 12: 1076, 14: 1080}),
        (_sanity_check, 1103, {2: 1106, 4: 1108, 7: 1111, 9: 1113, 11: 1116}),
        (_gcd_import, 1194, {2: 1203, 4: 1205, 6: 1206})):
    set_lines(_function, _function.__name__, _first, _lines)
set_lines(_ask_old_finder, '_find_spec', 1056, {3: 1074, 5: 1076})
for _function in (_behind, _show_finder, _show_no_meta_path, _show_empty_meta_path, _show_loader,
                  _show_binding, _show_run, _show_code, _show_data, _executed, _show_site, _way, _show_way, _show_verbose):
    stand_in(_function)


_find_and_load = _gcd_import


def _handle_fromlist(module, fromlist, import_, *, recursive=False):
    for x in fromlist:
        if x == '*':
            if not recursive and hasattr(module, '__all__'):
                _handle_fromlist(module, module.__all__, import_, recursive=True)
        elif not hasattr(module, x):
            name = f'{module.__name__}.{x}'
            try:
                import_(name)
            except ModuleNotFoundError as e:
                if e.name != name:
                    raise
    return module


def _calc___package__(globals):
    package = globals.get('__package__')
    spec = globals.get('__spec__')
    if package is not None:
        return package
    if spec is not None:
        return spec.parent
    package = globals['__name__']
    return package if '__path__' in globals else package.rpartition('.')[0]


def __getattr__(name):
    """What few programs ask for is read when one does."""
    if name == '_bootstrap_external':
        import _frozen_importlib_external as found
    elif name in _SELDOM:
        import _frozen_importlib_locks
        found = getattr(_frozen_importlib_locks, name)
    else:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    globals()[name] = found
    return found


_SELDOM = frozenset((
    '_DeadlockError', '_DummyModuleLock', '_ImportLockContext', '_ModuleLock', '_NEEDS_LOADING', '_blocking_on',
    '_find_and_load_unlocked', '_get_module_lock', '_install', '_install_external_importers', '_module_locks',
    '_new_module', '_requires_builtin', '_requires_frozen', '_setup', '_thread', '_warnings', '_weakref'))
