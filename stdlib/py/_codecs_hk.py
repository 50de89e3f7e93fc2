"""The codecs big5hkscs of the library's encodings."""

from _multibytecodec import _getter

getcodec = _getter('big5hkscs')
