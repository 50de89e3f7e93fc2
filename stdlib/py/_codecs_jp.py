"""The codecs euc_jp, shift_jis, cp932, euc_jis_2004,
euc_jisx0213, shift_jis_2004, shift_jisx0213 of the library's encodings."""

from _multibytecodec import _getter

getcodec = _getter('euc_jp shift_jis cp932 euc_jis_2004 euc_jisx0213 shift_jis_2004 shift_jisx0213')
