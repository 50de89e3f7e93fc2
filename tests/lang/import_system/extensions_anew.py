"""Each module over a library of the system twice: what it makes of itself when it is imported once more."""
import collections
import copy
import re
import socket
import sys
import warnings
import xml.etree.ElementPath  # these are what some import themselves

NAMES = ("_hashlib", "pyexpat", "_elementtree", "zlib", "_bz2", "_lzma", "_ssl", "_sqlite3", "_dbm", "_crypt", "_uuid", "audioop", "nis", "ossaudiodev", "readline", "syslog")
warnings.simplefilter("ignore")


def import_anew(name):
    for part in "", ".errors", ".model":
        sys.modules.pop(name + part, None)
    return __import__(name)


for name in NAMES:
    try:
        first = import_anew(name)
        again = import_anew(name)
        print(name, again.__name__, sorted(dir(first)) == sorted(dir(again)), sys.modules[name] is again, again.__spec__.name)
    except Exception as e:
        print(name, type(e).__name__, e)
