"""The codecs euc_kr, cp949, johab of the library's encodings."""

from _multibytecodec import _getter

getcodec = _getter('euc_kr cp949 johab')
