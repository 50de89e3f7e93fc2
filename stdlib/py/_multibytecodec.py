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


class _Coder:
    def __init__(self, errors='strict'):
        self.codec          # of the subclass: AttributeError
        self.errors = errors

    @property
    def errors(self):
        return self._errors

    @errors.setter
    def errors(self, value):
        if not isinstance(value, str):
            raise TypeError('errors must be a string')
        self._errors = value


class MultibyteIncrementalEncoder(_Coder):
    """Encodes text piece by piece: no encoding here keeps anything in between, but a state
    that was set is given back."""

    _pending = ''
    _state = bytes(8)

    def encode(self, input, final=False):
        if self._pending:
            input, self._pending = self._pending + input, ''
        return self.codec.encode(input, self.errors)[0]

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
        self._pending, self._state = '', bytes(8)


class _Decoder(_Coder):
    """Decodes bytes piece by piece; what is not a whole character yet waits."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self.reset()

    def _feed(self, data, final):
        pending, self._pending = self._pending, b''
        data = pending + bytes(data)
        try:
            text, used = self.codec.decode(data, self.errors, final)
        except UnicodeDecodeError as e:
            if e.reason == 'incomplete multibyte sequence':
                self._pending = pending
            raise
        self._pending = data[used:]
        return text

    def reset(self):
        self._pending, self._state = b'', 0


class MultibyteIncrementalDecoder(_Decoder):
    def decode(self, input, final=False):
        return self._feed(memoryview(input), final)

    def getstate(self):
        return self._pending, self._state

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError(f'setstate() argument must be tuple, not {type(state).__name__}')
        pending, number = state
        if not isinstance(pending, bytes) or not isinstance(number, int):
            raise TypeError('setstate(): illegal state argument')
        number.to_bytes(8, 'little')
        if len(pending) > 8:
            raise UnicodeError('pending buffer too large')
        self._pending, self._state = pending, number


class MultibyteStreamReader(_Decoder):
    """Reads text from a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        super().__init__(errors)
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
            text = self._feed(data, size < 0 or not data)
            if text or not data or size < 0:
                return text
            size = 1

    def read(self, sizeobj=None, /):
        return self._read(self.stream.read, sizeobj)

    def readline(self, sizeobj=None, /):
        return self._read(self.stream.readline, sizeobj)

    def readlines(self, sizehintobj=None, /):
        return self._read(self.stream.read, sizehintobj).splitlines(True)


class MultibyteStreamWriter(_Coder):
    """Writes text to a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        super().__init__(errors)
        self.stream = stream

    def write(self, strobj, /):
        self.stream.write(self.codec.encode(strobj, self.errors)[0])

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def reset(self):
        pass
