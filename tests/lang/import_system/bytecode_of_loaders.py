"""A loader of a program's own is asked for bytecode, which serves if it still belongs to the source."""
import _imp
import importlib.abc
import importlib.machinery
import importlib.util
import marshal
import sys

MAGIC = importlib.util.MAGIC_NUMBER
SOURCE = b"value = 'source'"
TAG = sys.implementation.cache_tag


def word(number):
    return number.to_bytes(4, "little")


def code(text, name="elsewhere.py"):
    return marshal.dumps(compile(text, name, "exec"))


class Memory(importlib.machinery.SourceFileLoader):
    stats = {"mtime": 77.5, "size": len(SOURCE)}

    def path_stats(self, path):
        print("  path_stats", path)
        if isinstance(self.stats, Exception):
            raise self.stats
        return self.stats

    def get_data(self, path):
        print("  get_data", path.replace(TAG, "TAG"))
        if path.endswith(".py"):
            return SOURCE
        if isinstance(self.cached, Exception):
            raise self.cached
        return self.cached


class Abstract(importlib.abc.SourceLoader):
    get_data = Memory.get_data
    cached = OSError()

    def get_filename(self, name):
        return "memory/thing.py"

    def path_stats(self, path):
        print("  path_stats", path)
        return super().path_stats(path)


class Aged(Abstract):
    def path_mtime(self, path):
        return 77


def load(what, loader):
    print(what)
    module = type(sys)("thing")
    try:
        loader.exec_module(module)
        print(" ", module.value)
        print(" ", loader.get_code("thing").co_filename)
    except Exception as e:
        print(" ", type(e).__name__, str(e).replace(TAG, "TAG"))


good = MAGIC + word(0) + word(77) + word(len(SOURCE)) + code("value = 'cached'")
of_hash = _imp.source_hash(int.from_bytes(MAGIC, "little"), SOURCE)
for what, cached in {
    "fresh": good,
    "newer source": good[:8] + word(78) + good[12:],
    "other size": good[:12] + word(3) + good[16:],
    "other magic": b"abcd" + good[4:],
    "unknown flags": good[:4] + word(4) + good[8:],
    "short": good[:12],
    "empty": b"",
    "no code": good[:16] + marshal.dumps(3),
    "broken": good[:20],
    "hash, checked": MAGIC + word(3) + of_hash + good[16:],
    "hash, checked, of another": MAGIC + word(3) + b"12345678" + good[16:],
    "hash, unchecked, of another": MAGIC + word(1) + b"12345678" + good[16:],
    "none": FileNotFoundError(2, "none"),
    "failure": ValueError("failure"),
}.items():
    loader = Memory("thing", "memory/thing.py")
    loader.cached = cached
    load(what, loader)
for what, stats in {"no stats": OSError(), "no time": {}, "no size": {"mtime": 77}}.items():
    loader = Memory("thing", "memory/thing.py")
    loader.cached, loader.stats = good, stats
    load(what, loader)
load("abstract", Abstract())
load("abstract with a time", Aged())
sys.implementation.cache_tag = None
load("no place", loader)
