# Modules of the installed library import, each in turn.
import importlib
import warnings

warnings.simplefilter('ignore')
NAMES = '''types copy collections contextlib abc enum heapq bisect textwrap keyword string
dataclasses functools operator re inspect ast dis tokenize token linecache traceback warnings
os os.path stat genericpath posixpath random statistics fractions decimal numbers json pprint
reprlib typing collections.abc itertools io codecs encodings.latin_1 copyreg weakref threading
queue sched argparse optparse getopt shlex csv configparser logging logging.handlers struct
base64 hashlib hmac secrets uuid datetime calendar time locale gettext tempfile shutil glob
fnmatch pathlib pickle pickletools shelve subprocess unittest unittest.mock doctest timeit
profile trace graphlib difflib html html.parser urllib.parse ipaddress importlib.util
importlib.resources importlib.metadata pkgutil runpy code codeop cmd pdb bdb platform sysconfig
colorsys binascii quopri email.message email.mime.text mimetypes netrc tomllib fileinput filecmp
selectors socket signal asyncio contextvars concurrent.futures tabnanny py_compile zipfile
tarfile array modulefinder opcode pyclbr rlcompleter wave dbm.dumb http.client urllib.request
zoneinfo'''.split()

failed = []
for name in NAMES:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed.append((name, error))
print(len(NAMES) - len(failed), 'modules imported; failed:', failed)
