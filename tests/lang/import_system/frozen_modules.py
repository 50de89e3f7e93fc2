import abc
import codecs
import importlib.util
import io
import os
import posixpath
import sys

for m in abc, codecs, importlib.util, io, os, posixpath:
    s = m.__spec__
    print(m, m.__name__, s.origin, s.has_location, s.cached, s.parent, s.loader is m.__loader__)
print(os.makedirs.__code__.co_filename, io.IOBase.__module__)
print(os.__loader__.get_source("os"), os.__loader__.is_package("os"), os.__file__[-6:])
print(importlib.util.find_spec("runpy").origin, importlib.util.find_spec("json").origin[-12:])
print(sys.modules["os.path"] is posixpath)
