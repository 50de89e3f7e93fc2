# importlib's private function that tells the source of a bytecode file, which other modules use.
import os
import tempfile
from importlib._bootstrap_external import _get_sourcefile, cache_from_source

for path in "", "x", "x.so", "lost.pyc", "__pycache__/lost.cpython-311.pyc", ".pyc":
    print(path, _get_sourcefile(path))
with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "there.py")
    open(source, "w").close()
    print(_get_sourcefile(source + "c") == source, _get_sourcefile(cache_from_source(source)) == source)
