"""What the library's East Asian encodings share: incremental coders and streams.

They and the codecs themselves are in C (_minipy_cjk). Each class here has a subclass per encoding,
which sets `codec`.
"""

import _minipy_cjk
from _minipy_cjk import (MultibyteIncrementalDecoder, MultibyteIncrementalEncoder,
                         MultibyteStreamReader, MultibyteStreamWriter)


def _getter(names):
    """getcodec() of a module that has these codecs."""
    names = names.split()

    def getcodec(name):
        if isinstance(name, str) and name not in names:
            raise LookupError('no such codec is supported.')
        return _minipy_cjk.getcodec(name)
    return getcodec
