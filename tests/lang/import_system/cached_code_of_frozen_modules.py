"""importlib works alike however its code comes: compiled, from what an earlier process left, or beside files that are damaged."""
import os
import subprocess
import sys
import tempfile

PROGRAM = """
import importlib.machinery, importlib.util, traceback
print(importlib.machinery.SourceFileLoader("x", "/nowhere/x.py").get_filename(), importlib.machinery.PathFinder.find_spec("nothing", ["/nowhere"]))
print(importlib.util.cache_from_source("/a/b.py", optimization=2).replace(__import__("sys").implementation.cache_tag, "TAG"))
try:
    importlib.machinery.SourceFileLoader("x", "/nowhere/x.py").load_module("y")
except ImportError as error:
    print(error, [frame.filename for frame in traceback.extract_tb(error.__traceback__)][-1])
print(importlib._bootstrap_external.SourceLoader.get_code.__code__.co_filename)
"""
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
DAMAGE = {"as it is": lambda data: data, "cut": lambda data: data[:len(data) // 2], "empty": lambda data: b"", "head only": lambda data: data[:16],
          "turned": lambda data: data[:60] + data[60:][::-1], "one bit": lambda data: data[:-9] + bytes([data[-9] ^ 4]) + data[-8:],
          "another's": lambda data: data[:8] + bytes(8) + data[16:], "longer": lambda data: data + b"more"}

with tempfile.TemporaryDirectory() as folder:
    def run(*options):
        done = subprocess.run([sys.executable, "-X", "pycache_prefix=" + folder, *options, "-c", PROGRAM], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode().replace(folder, "PREFIX")

    def kept():
        return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if "frozen" in at)

    first = run("-B")
    print(first[0], first[1], kept())
    print("written:", run() == first, bool(kept()) == ("minipy" in sys.implementation.cache_tag))
    whole = [os.path.getsize(file) for file in kept()]
    for name, damage in DAMAGE.items():
        for file in kept():
            with open(file, "rb") as f:
                data = f.read()
            with open(file, "wb") as f:
                f.write(damage(data))
        print(name, run() == first, "longer" in name or [os.path.getsize(file) for file in kept()] == whole)
