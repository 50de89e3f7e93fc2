"""The codecs euc_jp, shift_jis, cp932 of the library's encodings."""

from _multibytecodec import _getter

getcodec = _getter('euc_jp shift_jis cp932')
