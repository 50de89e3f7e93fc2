"""The codecs big5, cp950 of the library's encodings."""

from _multibytecodec import _getter

getcodec = _getter('big5 cp950')
