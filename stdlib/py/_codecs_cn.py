"""The codecs gb2312, gbk, gb18030, hz of the library's encodings."""

from _multibytecodec import _getter

getcodec = _getter('gb2312 gbk gb18030 hz')
