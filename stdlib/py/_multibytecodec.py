"""What the library's East Asian encodings share: incremental coders and streams.

The codecs themselves are in C (_minipy_cjk). Each class here has a subclass per encoding, which
sets `codec`.
"""

import _minipy_cjk


def _getter(names):
    """getcodec() of a module that has these codecs."""
    names = names.split()

    def getcodec(name):
        if isinstance(name, str) and name not in names:
            raise LookupError('no such codec is supported.')
        return _minipy_cjk.getcodec(name)
    return getcodec


def _set_errors(self, value):
    if not isinstance(value, str):
        raise TypeError('errors must be a string')
    self._errors = value


# What the classes have in common: CPython's derive from object alone.
_errors = property(lambda self: self._errors, _set_errors)


def _begin(self, errors):
    self.codec          # of the subclass: AttributeError
    self.errors = errors


class MultibyteIncrementalEncoder:
    """Encodes text piece by piece: a character that may be one with the next waits."""

    errors = _errors

    def __init__(self, errors='strict'):
        _begin(self, errors)
        self._pending, self._state = '', _minipy_cjk.start(self.codec, False)

    def encode(self, input, final=False):
        if not isinstance(input, str):
            raise TypeError("couldn't convert the object to unicode.")
        text = self._pending + input if self._pending else input
        data, used, self._state = _minipy_cjk.encode(
            self.codec, text, self._errors, bool(final), self._state)
        self._pending = text[used:] if used < len(text) else ''
        return data

    def getstate(self):
        pending = self._pending.encode()
        return int.from_bytes(bytes([len(pending)]) + pending + self._state, 'little')

    def setstate(self, statelong, /):
        if not isinstance(statelong, int):
            raise TypeError(f'setstate() argument must be int, not {type(statelong).__name__}')
        raw = statelong.to_bytes(17, 'little')
        n = raw[0]
        if n > 8:
            raise UnicodeError('pending buffer too large')
        self._pending = raw[1:1 + n].decode()
        self._state = raw[1 + n:9 + n]

    def reset(self):
        self._pending, self._state = '', _minipy_cjk.start(self.codec, False, self._state)


def _begin_decoding(self, errors):
    """What decodes bytes piece by piece: what is not a whole character yet waits."""
    _begin(self, errors)
    self._pending, self._state = b'', _minipy_cjk.start(self.codec, True)


def _feed(self, data, final):
    pending = self._pending
    if pending:
        data = pending + bytes(data)
        self._pending = b''
    elif type(data) is not bytes:
        data = bytes(data)
    try:
        text, used, self._state = _minipy_cjk.decode(
            self.codec, data, self._errors, bool(final), self._state)
    except UnicodeDecodeError as e:
        if e.reason == 'incomplete multibyte sequence':
            self._pending = pending
        raise
    if used < len(data):
        self._pending = data[used:]
    return text


def _reset_decoding(self):
    self._pending, self._state = b'', _minipy_cjk.start(self.codec, True, self._state)


class MultibyteIncrementalDecoder:
    errors, reset = _errors, _reset_decoding

    def __init__(self, errors='strict'):
        _begin_decoding(self, errors)

    def decode(self, input, final=False):
        return _feed(self, input if type(input) is bytes else memoryview(input), final)

    def getstate(self):
        return self._pending, int.from_bytes(self._state, 'little')

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError(f'setstate() argument must be tuple, not {type(state).__name__}')
        pending, number = state
        if not isinstance(pending, bytes) or not isinstance(number, int):
            raise TypeError('setstate(): illegal state argument')
        state = number.to_bytes(8, 'little')
        if len(pending) > 8:
            raise UnicodeError('pending buffer too large')
        self._pending, self._state = pending, state


class MultibyteStreamReader:
    """Reads text from a stream of bytes."""

    errors, reset = _errors, _reset_decoding

    def __init__(self, stream, errors='strict'):
        _begin_decoding(self, errors)
        self.stream = stream

    def _read(self, method, size):
        if size is None:
            size = -1
        elif not isinstance(size, int):
            raise TypeError('arg 1 must be an integer')
        if size == 0:
            return ''
        while True:
            data = method() if size < 0 else method(size)
            if not isinstance(data, bytes):
                raise TypeError('stream function returned a non-bytes object '
                                f'({type(data).__name__})')
            text = _feed(self, data, size < 0 or not data)
            if text or not data or size < 0:
                return text
            size = 1

    def read(self, sizeobj=None, /):
        return self._read(self.stream.read, sizeobj)

    def readline(self, sizeobj=None, /):
        return self._read(self.stream.readline, sizeobj)

    def readlines(self, sizehintobj=None, /):
        return self._read(self.stream.read, sizehintobj).splitlines(True)


class MultibyteStreamWriter:
    """Writes text to a stream of bytes."""

    errors = _errors

    def __init__(self, stream, errors='strict'):
        _begin(self, errors)
        self.stream = stream
        self._pending, self._state = '', _minipy_cjk.start(self.codec, False)

    def _write(self, text, final):
        data, used, self._state = _minipy_cjk.encode(
            self.codec, self._pending + text, self._errors, final, self._state)
        self._pending = (self._pending + text)[used:]
        return data

    def write(self, strobj, /):
        if not isinstance(strobj, str):
            raise TypeError("couldn't convert the object to unicode.")
        self.stream.write(self._write(strobj, False))

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def reset(self):
        if self._pending:
            self.stream.write(self._write('', True))
