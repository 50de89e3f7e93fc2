"""The reader and the writer behind the library's csv module."""

__version__ = '1.0'
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)
_dialects = {}
_limit = 131072
_missing = object()


class Error(Exception):
    pass


def _char(name, value, none_allowed):
    if value is None and none_allowed:
        return None
    if not isinstance(value, str):
        kind = 'string or None' if none_allowed else 'string'
        raise TypeError(f'"{name}" must be {kind}, not {type(value).__name__}')
    if len(value) != 1:
        raise TypeError(f'"{name}" must be a 1-character string')
    return value


class Dialect:
    """CSV dialect

The Dialect type records CSV dialect options."""

    __slots__ = ('_delimiter', '_doublequote', '_escapechar', '_lineterminator', '_quotechar',
                 '_quoting', '_skipinitialspace', '_strict')

    def __new__(cls, dialect=None, delimiter=_missing, doublequote=_missing,
                escapechar=_missing, lineterminator=_missing, quotechar=_missing,
                quoting=_missing, skipinitialspace=_missing, strict=_missing):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        given = (delimiter, doublequote, escapechar, lineterminator, quotechar, quoting,
                 skipinitialspace, strict)
        if cls is type(dialect) is Dialect and all(v is _missing for v in given):
            return dialect

        def option(name, value, default):
            if value is not _missing:
                return value
            return default if dialect is None else getattr(dialect, name, default)

        self = super().__new__(cls)
        put = object.__setattr__
        put(self, '_delimiter', _char('delimiter', option('delimiter', delimiter, ','), False))
        put(self, '_doublequote', bool(option('doublequote', doublequote, True)))
        put(self, '_escapechar', _char('escapechar', option('escapechar', escapechar, None), True))
        end = option('lineterminator', lineterminator, '\r\n')
        if end is None:
            raise TypeError('lineterminator must be set')
        if not isinstance(end, str):
            raise TypeError('"lineterminator" must be a string')
        put(self, '_lineterminator', end)
        quote = option('quotechar', quotechar, '"')
        how = option('quoting', quoting, _missing)
        if how is _missing:
            how = QUOTE_NONE if quote is None else QUOTE_MINIMAL
        put(self, '_quotechar', _char('quotechar', quote, True))
        if type(how) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= how <= 3:
            raise TypeError('bad "quoting" value')
        if how != QUOTE_NONE and quote is None:
            raise TypeError('quotechar must be set if quoting enabled')
        put(self, '_quoting', how)
        put(self, '_skipinitialspace', bool(option('skipinitialspace', skipinitialspace, False)))
        put(self, '_strict', bool(option('strict', strict, False)))
        return self

    def __setattr__(self, name, value):
        if '_' + name in Dialect.__slots__:
            raise AttributeError('readonly attribute')
        object.__setattr__(self, name, value)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__name__}' instances")

    delimiter = property(lambda self: self._delimiter)
    doublequote = property(lambda self: self._doublequote)
    escapechar = property(lambda self: self._escapechar)
    lineterminator = property(lambda self: self._lineterminator)
    quotechar = property(lambda self: self._quotechar)
    quoting = property(lambda self: self._quoting)
    skipinitialspace = property(lambda self: self._skipinitialspace)
    strict = property(lambda self: self._strict)


def _dialect(args, options, subject):
    if not args:
        raise TypeError(' expected at least 1 argument, got 0')
    if len(args) > 2:
        raise TypeError(f' expected at most 2 arguments, got {len(args)}')
    for name in options:
        if '_' + name not in Dialect.__slots__ and name != 'dialect':
            raise TypeError(f'{name!r} is an invalid keyword argument for this function')
    return Dialect(*args[1:], **options)


def list_dialects():
    """Return a list of all known dialect names."""
    return list(_dialects)


def get_dialect(name):
    """Return the dialect instance associated with name."""
    try:
        return _dialects[name]
    except KeyError:
        raise Error('unknown dialect') from None


def register_dialect(name, dialect=None, **options):
    """Create a mapping from a string name to a dialect class."""
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = Dialect(dialect, **options)


def unregister_dialect(name):
    """Delete the name/dialect mapping associated with a string name."""
    try:
        del _dialects[name]
    except KeyError:
        raise Error('unknown dialect') from None


def field_size_limit(limit=_missing):
    """The current maximum length of a field, after setting it if one is given."""
    global _limit
    old = _limit
    if limit is not _missing:
        if type(limit) is not int:
            raise TypeError('limit must be an integer')
        _limit = limit
    return old


# What the reader is in the middle of.
(_START_RECORD, _START_FIELD, _ESCAPED, _IN_FIELD, _IN_QUOTED, _ESCAPED_IN_QUOTED,
 _QUOTE_IN_QUOTED, _EAT_NEWLINE, _AFTER_ESCAPED_NEWLINE) = range(9)


class reader:
    """CSV reader

Reader objects are responsible for reading and parsing tabular data
in CSV format."""

    def __init__(self, *args, **options):
        if not args:
            _dialect(args, options, 'reader')
        self._input = iter(args[0])
        self.dialect = _dialect(args, options, 'reader')
        self.line_num = 0

    def __iter__(self):
        return self

    def _save(self):
        field = ''.join(self._field)
        self._field.clear()
        if self._numeric:
            self._numeric = False
            field = float(field)
        self._fields.append(field)

    def _add(self, c):
        if len(self._field) >= _limit:
            raise Error(f'field larger than field limit ({_limit})')
        self._field.append(c)

    def _outside_quotes(self, c, state, d):
        """One character of a field that is not, or not yet, quoted; None: end of line."""
        if c is None or c in '\n\r':
            self._save()
            return _START_RECORD if c is None else _EAT_NEWLINE
        if state == _START_FIELD:
            if c == d._quotechar and d._quoting != QUOTE_NONE:
                return _IN_QUOTED
            if c == ' ' and d._skipinitialspace:
                return _START_FIELD
            if d._quoting == QUOTE_NONNUMERIC and c not in (d._delimiter, d._escapechar):
                self._numeric = True
        if c == d._escapechar:
            return _ESCAPED
        if c == d._delimiter:
            self._save()
            return _START_FIELD
        self._add(c)
        return _IN_FIELD

    def _inside_quotes(self, c, d):
        if c is None:
            return _IN_QUOTED
        if c == d._escapechar:
            return _ESCAPED_IN_QUOTED
        if c == d._quotechar and d._quoting != QUOTE_NONE:
            return _QUOTE_IN_QUOTED if d._doublequote else _IN_FIELD
        self._add(c)
        return _IN_QUOTED

    def _after_quote(self, c, d):
        if d._quoting != QUOTE_NONE and c == d._quotechar:
            self._add(c)
            return _IN_QUOTED
        if c == d._delimiter:
            self._save()
            return _START_FIELD
        if c is None or c in '\n\r':
            self._save()
            return _START_RECORD if c is None else _EAT_NEWLINE
        if d._strict:
            raise Error(f"'{d._delimiter}' expected after '{d._quotechar}'")
        self._add(c)
        return _IN_FIELD

    def _step(self, c, state, d):
        if state == _START_RECORD:
            if c is None:
                return state
            if c in '\n\r':
                return _EAT_NEWLINE
            state = _START_FIELD
        if state == _START_FIELD or state == _IN_FIELD:
            return self._outside_quotes(c, state, d)
        if state == _ESCAPED:
            if c is not None and c in '\n\r':
                self._add(c)
                return _AFTER_ESCAPED_NEWLINE
            self._add('\n' if c is None else c)
            return _IN_FIELD
        if state == _AFTER_ESCAPED_NEWLINE:
            return state if c is None else self._outside_quotes(c, _IN_FIELD, d)
        if state == _IN_QUOTED:
            return self._inside_quotes(c, d)
        if state == _ESCAPED_IN_QUOTED:
            self._add('\n' if c is None else c)
            return _IN_QUOTED
        if state == _QUOTE_IN_QUOTED:
            return self._after_quote(c, d)
        if c is None:
            return _START_RECORD
        if c in '\n\r':
            return state
        raise Error('new-line character seen in unquoted field - do you need to open the '
                    'file in universal-newline mode?')

    def __next__(self):
        self._fields = []
        self._field = []
        self._numeric = False
        state = _START_RECORD
        d = self.dialect
        while True:
            try:
                line = next(self._input)
            except StopIteration:
                if self._field or state == _IN_QUOTED:
                    if d._strict:
                        raise Error('unexpected end of data') from None
                    self._save()
                    break
                raise
            if not isinstance(line, str):
                raise Error('iterator should return strings, not '
                            f'{type(line).__name__} (the file should be opened in text mode)')
            self.line_num += 1
            for c in line:
                state = self._step(c, state, d)
            state = self._step(None, state, d)
            if state == _START_RECORD:
                break
        fields, self._fields = self._fields, None
        return fields


class writer:
    """CSV writer

Writer objects are responsible for generating tabular data
in CSV format from sequence input."""

    def __init__(self, *args, **options):
        self.dialect = _dialect(args, options, 'writer')
        self._write = getattr(args[0], 'write', None)
        if not callable(self._write):
            raise TypeError('argument 1 must have a "write" method')

    def _escape(self, text, quoted):
        """The text with its escapes, and whether it must stand in quotes."""
        d = self.dialect
        special = {d._delimiter, d._escapechar, d._quotechar, '\r', '\n', *d._lineterminator}
        if special.isdisjoint(text):
            return text, quoted
        out = []
        for c in text:
            if c in special:
                escape = False
                if d._quoting == QUOTE_NONE:
                    escape = True
                elif c == d._quotechar:
                    if d._doublequote:
                        out.append(c)
                    else:
                        escape = True
                elif c == d._escapechar:
                    escape = True
                if escape:
                    if d._escapechar is None:
                        raise Error('need to escape, but no escapechar set')
                    out.append(d._escapechar)
                else:
                    quoted = True
            out.append(c)
        return ''.join(out), quoted

    def _field(self, value):
        d = self.dialect
        if d._quoting == QUOTE_NONNUMERIC:
            try:
                quoted = not hasattr(type(value), '__float__') and not hasattr(type(value), '__index__')
            except Exception:
                quoted = True
        else:
            quoted = d._quoting == QUOTE_ALL
        text = '' if value is None else value if isinstance(value, str) else str(value)
        text, quoted = self._escape(text, quoted)
        return f'{d._quotechar}{text}{d._quotechar}' if quoted else text

    def writerow(self, row):
        """Construct and write a CSV record from an iterable of fields."""
        try:
            fields = iter(row)
        except TypeError:
            raise Error(f'iterable expected, not {type(row).__name__}') from None
        d = self.dialect
        out = [self._field(value) for value in fields]
        if out == ['']:
            if d._quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            out = [d._quotechar * 2]
        return self._write(d._delimiter.join(out) + d._lineterminator)

    def writerows(self, rows):
        """Construct and write a series of iterables to a csv file."""
        for row in rows:
            self.writerow(row)


Reader, Writer = reader, writer
