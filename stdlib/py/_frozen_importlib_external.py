"""The part of importlib that deals with files: loaders, finders, suffixes.

.pyc files have minipy's own tag, magic number and form of code (docs/IMPORT.md); where a program asks for it,
CPython 3.11's are read, too.
"""

import _frozen_importlib as _bootstrap
import _imp
import marshal
import posix as _os
import sys
from _minipy_import import _NamespacePath, NamespaceLoader, PathFinder, SourceFileLoader
from _minipy_import import file_finder_changed, magic as _magic, pack as _pack, set_file_finder, set_lines

path_separators = ['/']
path_sep = '/'
_PYCACHE = '__pycache__'
_OPT = 'opt-'
SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']
DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = BYTECODE_SUFFIXES
# CPython's stable ABI is not minipy's, so that nothing of the second suffix is imported; but programs have libraries
# of that name which they open by ctypes (pycryptodome).
EXTENSION_SUFFIXES = _imp.extension_suffixes() + ['.abi3.so']
MAGIC_NUMBER = _magic()
_CPYTHON_MAGIC_NUMBER = (3495).to_bytes(2, 'little') + b'\r\n'
_RAW_MAGIC_NUMBER = int.from_bytes(MAGIC_NUMBER, 'little')
_call_with_frames_removed = _bootstrap._call_with_frames_removed
_verbose_message = _bootstrap._verbose_message


def _pack_uint32(x):
    return (int(x) & 0xFFFFFFFF).to_bytes(4, 'little')


def _unpack_uint64(data):
    assert len(data) == 8
    return int.from_bytes(data, 'little')


def _unpack_uint32(data):
    assert len(data) == 4
    return int.from_bytes(data, 'little')


def _unpack_uint16(data):
    assert len(data) == 2
    return int.from_bytes(data, 'little')


# Paths

def _path_join(*parts):
    return path_sep.join([part.rstrip(path_separators[0]) for part in parts if part])


def _path_split(path):
    at = max(path.rfind(p) for p in path_separators)
    return ('', path) if at < 0 else (path[:at], path[at + 1:])


def _path_stat(path):
    return _os.stat(path)


def _mode_is(path, kind):
    try:
        return _os.stat(path).st_mode & 0o170000 == kind
    except OSError:
        return False


def _path_isfile(path):
    return _mode_is(path, 0o100000)


def _path_isdir(path):
    return _mode_is(path or _os.getcwd(), 0o040000)


def _path_isabs(path):
    return path.startswith(path_sep)


def _path_abspath(path):
    return path if _path_isabs(path) else _path_join(_os.getcwd(), path)


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython would put the bytecode of a source file."""
    if debug_override is not None:
        _bootstrap._warn("the debug_override parameter is deprecated; use 'optimization' instead",
                         DeprecationWarning)
        if optimization is not None:
            raise TypeError('debug_override or optimization must be set to None')
        optimization = '' if debug_override else 1
    head, tail = _path_split(_os.fspath(path))
    base, sep, rest = tail.rpartition('.')
    tag = sys.implementation.cache_tag
    if tag is None:
        raise NotImplementedError('sys.implementation.cache_tag is None')
    name = f'{base or rest}{sep}{tag}'
    if optimization is None:
        optimization = '' if sys.flags.optimize == 0 else sys.flags.optimize
    optimization = str(optimization)
    if optimization != '':
        if not optimization.isalnum():
            raise ValueError(f'{optimization!r} is not alphanumeric')
        name = f'{name}.{_OPT}{optimization}'
    name += BYTECODE_SUFFIXES[0]
    if sys.pycache_prefix is not None:
        return _path_join(sys.pycache_prefix, _path_abspath(head).lstrip(path_sep), name)
    return _path_join(head, _PYCACHE, name)


def source_from_cache(path):
    """The source file that a bytecode file belongs to."""
    if sys.implementation.cache_tag is None:
        raise NotImplementedError('sys.implementation.cache_tag is None')
    path = _os.fspath(path)
    head, name = _path_split(path)
    prefix = sys.pycache_prefix and sys.pycache_prefix.rstrip(path_sep)
    if prefix and head.startswith(prefix + path_sep):
        head = head[len(prefix):]
    else:
        head, cache = _path_split(head)
        if cache != _PYCACHE:
            raise ValueError(f'{_PYCACHE} not bottom-level directory in {path!r}')
    dots = name.count('.')
    if dots not in (2, 3):
        raise ValueError(f'expected only 2 or 3 dots in {name!r}')
    if dots == 3:
        optimization = name.rsplit('.', 2)[-2]
        if not optimization.startswith(_OPT):
            raise ValueError("optimization portion of filename does not start "
                             f"with {_OPT!r}")
        if not optimization[len(_OPT):].isalnum():
            raise ValueError(f"optimization level {optimization!r} is not an "
                             "alphanumeric value")
    return _path_join(head, name.partition('.')[0] + SOURCE_SUFFIXES[0])


def _get_sourcefile(bytecode_path):
    """The source that a bytecode file was made of if there is one, else that file itself."""
    if len(bytecode_path) == 0:
        return None
    stem, _, suffix = bytecode_path.rpartition('.')
    if not stem or suffix.lower()[-3:-1] != 'py':
        return bytecode_path
    try:
        source = source_from_cache(bytecode_path)
    except (NotImplementedError, ValueError):
        source = bytecode_path[:-1]
    return source if _path_isfile(source) else bytecode_path


def _get_cached(filename):
    if filename.endswith(tuple(SOURCE_SUFFIXES)):
        try:
            return cache_from_source(filename)
        except NotImplementedError:
            return None
    return filename if filename.endswith(tuple(BYTECODE_SUFFIXES)) else None


def decode_source(source_bytes):
    """Source bytes as text, with their encoding and newlines seen to."""
    import io
    import tokenize
    encoding = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)
    newlines = io.IncrementalNewlineDecoder(None, True)
    return newlines.decode(source_bytes.decode(encoding[0]))


def _classify_pyc(data, name, exc_details):
    if data[:4] not in (MAGIC_NUMBER, _CPYTHON_MAGIC_NUMBER):
        raise ImportError(f'bad magic number in {name!r}: {data[:4]!r}', **exc_details)
    if len(data) < 16:
        raise EOFError(f'reached EOF while reading pyc header of {name!r}')
    flags = _unpack_uint32(data[4:8])
    if flags & ~0b11:
        raise ImportError(f'invalid flags {flags!r} in {name!r}', **exc_details)
    return flags


def _compile_bytecode(data, name=None, bytecode_path=None, source_path=None):
    """The code in the bytes behind the header of a .pyc."""
    code = marshal.loads(data)
    if not isinstance(code, type(_compile_bytecode.__code__)):
        raise ImportError(f'Non-code object in {bytecode_path!r}', name=name,
                          path=bytecode_path)
    if source_path is not None:
        _imp._fix_co_filename(code, source_path)
    return code


def _validate_timestamp_pyc(data, source_mtime, source_size, name, exc_details):
    if data[8:12] != _pack_uint32(source_mtime):
        message = f'bytecode is stale for {name!r}'
        _bootstrap._verbose_message('{}', message)
        raise ImportError(message, **exc_details)
    if source_size is not None and data[12:16] != _pack_uint32(source_size):
        raise ImportError(f'bytecode is stale for {name!r}', **exc_details)


def _validate_hash_pyc(data, source_hash, name, exc_details):
    if data[8:16] != source_hash:
        raise ImportError(f"hash in bytecode doesn't match hash of source {name!r}", **exc_details)


def _validate_pyc(data, flags, mtime, stats, read_source, name, exc_details):
    """An ImportError if a .pyc does not belong to its source any more, by its hash, if flags say so, or its time and size."""
    if not flags & 0b1:
        _validate_timestamp_pyc(data, mtime, stats['size'], name, exc_details)
        return
    checks = 'always' if flags & 0b10 else _imp.check_hash_based_pycs
    if checks == 'always' and _imp.check_hash_based_pycs != 'never':
        _validate_hash_pyc(data, _imp.source_hash(_RAW_MAGIC_NUMBER, read_source()), name, exc_details)


def _cached_code(loader, fullname, path):
    """(code, source): what a loader finds at the place of the bytecode, and the source if it had to be read."""
    source = None

    def read_source():
        nonlocal source
        source = loader.get_data(path)
        return source

    try:
        place = cache_from_source(path)
        stats = loader.path_stats(path)
        mtime = int(stats['mtime'])
        data = loader.get_data(place)
    except (NotImplementedError, OSError):
        return None, None
    try:
        details = {'name': fullname, 'path': place}
        _validate_pyc(data, _classify_pyc(data, fullname, details), mtime, stats, read_source, fullname, details)
    except (ImportError, EOFError):
        return None, source
    body = memoryview(data)[16:]
    try:
        return _compile_bytecode(body, name=fullname, bytecode_path=place, source_path=path), source
    except ValueError:
        if body[:1] != b'P':
            raise
        return None, source  # damaged, or of another minipy: compiled anew


def _calc_mode(path):
    """The permissions of a file, with leave for the owner to write."""
    try:
        return _path_stat(path).st_mode & 0o777 | 0o200
    except OSError:
        return 0o666 | 0o200


def _write_atomic(path, data, mode=0o666):
    """Writes a file that nobody sees half written."""
    temporary = f'{path}.{id(path)}'
    fd = _os.open(temporary, _os.O_EXCL | _os.O_CREAT | _os.O_WRONLY, mode & 0o666)
    try:
        import io
        with io.FileIO(fd, 'wb') as file:
            if file.write(data) != len(data):
                raise OSError('os.write() did not write the full pyc file')
        _os.replace(temporary, path)
    except OSError:
        try:
            _os.unlink(temporary)
        except OSError:
            pass
        raise


def _code_to_timestamp_pyc(code, mtime=0, source_size=0):
    return (MAGIC_NUMBER + _pack_uint32(0) + _pack_uint32(mtime) +
            _pack_uint32(source_size) + _pack(code))


def _code_to_hash_pyc(code, source_hash, checked=True):
    return (MAGIC_NUMBER + _pack_uint32(0b1 | checked << 1) + source_hash +
            _pack(code))


# Specs

_DERIVE = object()


def spec_from_file_location(name, location=None, *, loader=None,
                            submodule_search_locations=_DERIVE):
    """A spec for a module in a file; the loader follows from its suffix."""
    if location is None:
        location = '<unknown>'
        if hasattr(loader, 'get_filename'):
            try:
                location = loader.get_filename(name)
            except ImportError:
                pass
    else:
        location = _path_abspath(_os.fspath(location))
    spec = _bootstrap.ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if loader is None:
        for loader_class, suffixes in _get_supported_file_loaders():
            if location.endswith(tuple(suffixes)):
                loader = spec.loader = loader_class(name, location)
                break
        else:
            return None
    if submodule_search_locations is _DERIVE:
        if hasattr(loader, 'is_package'):
            try:
                if loader.is_package(name):
                    spec.submodule_search_locations = []
            except ImportError:
                pass
    else:
        spec.submodule_search_locations = submodule_search_locations
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(_path_split(location)[0])
    return spec


# Loaders

def _find_module_shim(self, fullname):
    _bootstrap._warn('find_module() is deprecated and slated for removal in Python 3.12; use find_spec() instead',
                     DeprecationWarning)
    loader, portions = self.find_loader(fullname)
    if loader is None and portions:
        _bootstrap._warn(f'Not importing directory {portions[0]}: missing __init__', ImportWarning)
    return loader


class _LoaderBasics:
    """What all loaders of files share."""

    def is_package(self, fullname):
        stem = _path_split(self.get_filename(fullname))[1].rsplit('.', 1)[0]
        tail = fullname.rpartition('.')[2]
        return stem == '__init__' and tail != '__init__'

    def create_module(self, spec):
        """None: the default module object."""

    def exec_module(self, module):
        code = self.get_code(module.__name__)
        if code is None:
            raise ImportError(f'cannot load module {module.__name__!r} when '
                              'get_code() returns None')
        _call_with_frames_removed(exec, code, module.__dict__)

    def load_module(self, fullname):
        return _bootstrap._load_module_shim(self, fullname)


class SourceLoader(_LoaderBasics):
    """Loads source that get_data() and get_filename() of a subclass find."""

    def path_mtime(self, path):
        raise OSError

    def path_stats(self, path):
        return {'mtime': self.path_mtime(path)}

    def _cache_bytecode(self, source_path, cache_path, data):
        return self.set_data(cache_path, data)

    def set_data(self, path, data):
        """minipy writes no bytecode."""

    def get_source(self, fullname):
        path = self.get_filename(fullname)
        try:
            data = self.get_data(path)
        except OSError as exc:
            raise ImportError('source not available through get_data()', name=fullname) from exc
        return decode_source(data)

    def source_to_code(self, data, path, *, _optimize=-1):
        return _call_with_frames_removed(compile, data, path, 'exec', dont_inherit=True,
                                         optimize=_optimize)

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        code, source = _cached_code(self, fullname, path)
        if code is not None:
            return code
        return self.source_to_code(self.get_data(path) if source is None else source, path)


def _check_name(method):
    """A loader of one module refuses the names of others."""
    def _check_name_wrapper(self, name=None, *args, **kwargs):
        if name is None:
            name = self.name
        elif self.name != name:
            raise ImportError(f'loader for {self.name} cannot handle {name}', name=name)
        return method(self, name, *args, **kwargs)
    _bootstrap._wrap(_check_name_wrapper, method)
    return _check_name_wrapper


def _file_load(self, fullname):
    return _LoaderBasics.load_module(self, fullname)


class _SourceFileMethods(SourceLoader):
    """What SourceFileLoader, which is written in C, has from here."""

    @_check_name
    def get_filename(self, fullname):
        return self.path

    load_module = _check_name(_file_load)

    @_check_name
    def get_resource_reader(self, module):
        from importlib.readers import FileReader
        return FileReader(self)

    def path_stats(self, path):
        st = _path_stat(path)
        return {'mtime': st.st_mtime, 'size': st.st_size}

    def set_data(self, path, data, *, _mode=0o666):
        folder, missing = _path_split(path)[0], []
        while folder and not _path_isdir(folder):
            folder, part = _path_split(folder)
            missing.append(part)
        try:
            for part in reversed(missing):
                folder = _path_join(folder, part)
                try:
                    _os.mkdir(folder)
                except FileExistsError:  # another process was first
                    pass
            _write_atomic(path, data, _mode)
        except OSError:
            pass

    def _cache_bytecode(self, source_path, bytecode_path, data):
        return self.set_data(bytecode_path, data, _mode=_calc_mode(source_path))

    def __eq__(self, other):
        return self.__class__ == other.__class__ and (self.name, self.path) == (other.name, other.path)


class _NamespaceMethods:
    """The same for NamespaceLoader."""

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ''

    def get_code(self, fullname):
        return compile('', '<string>', 'exec', dont_inherit=True)

    def load_module(self, fullname):
        return _bootstrap._load_module_shim(self, fullname)

    def get_resource_reader(self, module):
        from importlib.readers import NamespaceReader
        return NamespaceReader(self._path)


class FileLoader:
    """The name and the path of a module in a file."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    @_check_name
    def load_module(self, fullname):
        return super().load_module(fullname)

    @_check_name
    def get_filename(self, fullname):
        return self.path

    def get_data(self, path):
        import io
        with io.FileIO(path, 'r') as file:
            return file.read()

    @_check_name
    def get_resource_reader(self, module):
        from importlib.readers import FileReader
        return FileReader(self)


class SourcelessFileLoader(FileLoader, _LoaderBasics):
    """A .pyc without source."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        data = self.get_data(path)
        exc_details = {'name': fullname, 'path': path}
        _classify_pyc(data, fullname, exc_details)
        return _compile_bytecode(memoryview(data)[16:], name=fullname, bytecode_path=path)

    def get_source(self, fullname):
        return None


class ExtensionFileLoader(FileLoader, _LoaderBasics):
    """A module in C that stands on minipy.h; one made for CPython cannot be loaded."""

    def __init__(self, name, path):
        self.name = name
        self.path = path

    def create_module(self, spec):
        module = _call_with_frames_removed(_imp.create_dynamic, spec)
        _verbose_message('extension module {!r} loaded from {!r}', spec.name, self.path)
        return module

    def exec_module(self, module):
        _call_with_frames_removed(_imp.exec_dynamic, module)
        _verbose_message('extension module {!r} executed from {!r}', self.name, self.path)

    def is_package(self, fullname):
        name = _path_split(self.path)[1]
        return any(name == '__init__' + suffix for suffix in EXTENSION_SUFFIXES)

    def get_code(self, fullname):
        return None

    def get_source(self, fullname):
        return None


class WindowsRegistryFinder:
    """Finds nothing outside Windows."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None


_NamespaceLoader = NamespaceLoader


class FileFinder:
    """Finds modules in one directory; what sys.path_hooks makes of a path."""

    def __init__(self, path, *loader_details):
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details
                         for suffix in suffixes]
        self.path = _os.getcwd() if not path or path == '.' else _path_abspath(path)
        self._path_mtime = -1  # nothing is kept of the directory: two or three stat() calls are cheap

    def invalidate_caches(self):
        self._path_mtime = -1

    find_module = _find_module_shim

    def find_loader(self, fullname):
        _bootstrap._warn('FileFinder.find_loader() is deprecated and slated for removal in Python 3.12; '
                         'use find_spec() instead', DeprecationWarning)
        spec = self.find_spec(fullname)
        return (None, []) if spec is None else (spec.loader, spec.submodule_search_locations or [])

    def _get_spec(self, loader_class, fullname, path, search, target):
        return spec_from_file_location(fullname, path, loader=loader_class(fullname, path),
                                       submodule_search_locations=search)

    def find_spec(self, fullname, target=None):
        tail = fullname.rpartition('.')[2]
        base = _path_join(self.path, tail)
        _path_isdir(self.path)
        try:
            is_directory = _path_isdir(base)
        except ValueError:
            return None  # no file can be called so
        if is_directory:
            for suffix, loader_class in self._loaders:
                path = _path_join(base, '__init__' + suffix)
                if _path_isfile(path):
                    return self._get_spec(loader_class, fullname, path, [base], target)
        for suffix, loader_class in self._loaders:
            if _path_isfile(base + suffix):
                return self._get_spec(loader_class, fullname, base + suffix, None, target)
        if is_directory:
            spec = _bootstrap.ModuleSpec(fullname, None)
            spec.submodule_search_locations = [base]
            return spec
        return None

    @classmethod
    def path_hook(cls, *loader_details):
        def path_hook_for_FileFinder(path):
            if not _path_isdir(path):
                raise ImportError('only directories are supported', path=path)
            return cls(path, *loader_details)
        return path_hook_for_FileFinder

    def __repr__(self):
        return f'FileFinder({self.path!r})'


def _get_supported_file_loaders():
    return [(ExtensionFileLoader, EXTENSION_SUFFIXES), (SourceFileLoader, SOURCE_SUFFIXES),
            (SourcelessFileLoader, BYTECODE_SUFFIXES)]


set_file_finder(FileFinder)
_LOADERS = FileFinder('/', *_get_supported_file_loaders())._loaders


def _fix_up_module(ns, name, pathname, cpathname=None):
    loader = ns.get('__loader__') or SourceFileLoader(name, pathname)
    ns['__spec__'] = ns.get('__spec__') or spec_from_file_location(name, pathname, loader=loader)
    ns['__loader__'] = loader
    ns['__file__'] = pathname
    ns['__cached__'] = cpathname


# What sys.path_hooks and sys.path_importer_cache make of an entry of sys.path. Imports from
# directories ask for it only when a program has touched those two (vm/import/import_find.c).

def _make_path_hooks():
    hooks = [FileFinder.path_hook(*_get_supported_file_loaders())]
    try:
        import zipimport
    except ImportError:
        pass
    else:
        hooks.insert(0, zipimport.zipimporter)
    return hooks


def _invalidate_importers():
    """PathFinder.invalidate_caches(): an importer of a relative path is of the folder that was current."""
    for path, finder in list(sys.path_importer_cache.items()):
        if finder is None or not _path_isabs(path):
            del sys.path_importer_cache[path]
        elif hasattr(finder, 'invalidate_caches'):
            finder.invalidate_caches()


def _path_importer(path):
    if path == '':
        try:
            path = _os.getcwd()
        except FileNotFoundError:
            return None
    try:
        return sys.path_importer_cache[path]
    except KeyError:  # which is the context of what a hook raises
        finder = sys.path_importer_cache[path] = _ask_path_hooks(path)
        return finder


def _ask_path_hooks(path):
    if sys.path_hooks is not None and not sys.path_hooks:
        _bootstrap._warn('sys.path_hooks is empty', ImportWarning)
    for hook in sys.path_hooks:
        try:
            return hook(path)
        except ImportError:
            continue
    return None


def _find_in_directory(entry, fullname):
    """The same for a directory in which vm/import/import_find.c saw bytecode without source."""
    return FileFinder(entry, *_get_supported_file_loaders()).find_spec(fullname)


def _main_bytecode(path):
    """A program in a .pyc: its loader, and its code or what is wrong with it."""
    loader = SourcelessFileLoader('__main__', path)
    data = loader.get_data(path)
    if data[:4] != MAGIC_NUMBER:
        return loader, RuntimeError('Bad magic number in .pyc file')
    if len(data) < 16:
        return loader, EOFError('EOF read where not expected')
    try:
        code = marshal.loads(memoryview(data)[16:])
    except (EOFError, ValueError, TypeError):
        code = None
    if not isinstance(code, type(_main_bytecode.__code__)):
        code = RuntimeError('Bad code object in .pyc file')
    return loader, code


def _ask_old_finder(finder, fullname):
    """An importer of a path entry that has only find_loader() or find_module()."""
    method = 'find_loader' if hasattr(finder, 'find_loader') else 'find_module'
    _bootstrap._warn(f'{_bootstrap._object_name(finder)}.find_spec() not found; '
                     f'falling back to {method}()', ImportWarning)
    if method == 'find_loader':
        loader, portions = finder.find_loader(fullname)
    else:
        loader, portions = finder.find_module(fullname), []
    if loader is not None:
        return _bootstrap.spec_from_loader(fullname, loader)
    spec = _bootstrap.ModuleSpec(fullname, None)
    spec.submodule_search_locations = portions
    return spec


def _find_in_entry(entry, fullname):
    return _ask_entry(entry, fullname)


def _ask_entry(entry, fullname):
    """A spec, the portions of a namespace package, None; True: the entry is a directory."""
    finder = _path_importer(entry)
    if finder is None:
        return None
    if type(finder) is FileFinder and finder._loaders == _LOADERS and not file_finder_changed():
        return True
    if hasattr(finder, 'find_spec'):
        spec = finder.find_spec(fullname)
    else:
        spec = _ask_old_finder(finder, fullname)
    if spec is None or spec.loader is not None:
        return spec
    if spec.submodule_search_locations is None:
        raise ImportError('spec missing loader')
    return list(spec.submodule_search_locations)


# Tracebacks show these under CPython's names and lines (_frozen_importlib.py).
for _function, _name, _first, _lines in (
        (FileLoader.get_filename, '_check_name_wrapper', 599, {2: 601, 4: 603, 5: 605}),
        (cache_from_source, 'cache_from_source', 437, {3: 456, 6: 460}),
        (_find_module_shim, '_find_module_shim', 622, {1: 629, 3: 635, 5: 638}),
        (_classify_pyc, '_classify_pyc', 642, {1: 659, 2: 662, 4: 666, 5: 667, 7: 671}),
        (_validate_timestamp_pyc, '_validate_timestamp_pyc', 675, {1: 694, 2: 695, 3: 696, 4: 697, 5: 698, 6: 700}),
        (_validate_hash_pyc, '_validate_hash_pyc', 703, {1: 720, 2: 721}),
        (_compile_bytecode, '_compile_bytecode', 727, {2: 729, 4: 736}),
        (_LoaderBasics.exec_module, 'exec_module', 934, {1: 936, 3: 938, 5: 940}),
        (_LoaderBasics.load_module, 'load_module', 942, {1: 945}),
        (_LoaderBasics.is_package, 'is_package', 923, {1: 926}),
        (SourceLoader.path_mtime, 'path_mtime', 950, {1: 956}),
        (SourceLoader.path_stats, 'path_stats', 958, {1: 970}),
        (SourceLoader.get_source, 'get_source', 989, {1: 991, 3: 993, 5: 995, 6: 997}),
        (SourceLoader.source_to_code, 'source_to_code', 999, {1: 1004}),
        (SourceLoader.get_code, 'get_code', 1007, {1: 1014, 2: 1026, 5: 1074}),
        (FileLoader.get_data, 'get_data', 1127, {2: 1130, 3: 1131}),
        (_file_load, 'load_module', 1111, {1: 1120}),
        (SourcelessFileLoader.get_code, 'get_code', 1191, {1: 1192, 2: 1193, 4: 1200, 5: 1201}),
        (ExtensionFileLoader.create_module, 'create_module', 1231, {1: 1233}),
        (ExtensionFileLoader.exec_module, 'exec_module', 1239, {1: 1241}),
        (FileFinder.find_loader, 'find_loader', 1584, {1: 1591, 3: 1594}),
        (_path_importer, '_path_importer_cache', 1422, {3: 1431, 7: 1437, 9: 1439, 10: 1441}),
        (_ask_path_hooks, '_path_hooks', 1409, {2: 1412, 3: 1413, 5: 1415}),
        (_find_in_entry, 'find_spec', 1497, {1: 1504}),
        (_ask_entry, '_get_spec', 1465, {2: 1473, 8: 1476, 10: 1478, 14: 1485})):
    set_lines(_function, _name, _first, _lines)
