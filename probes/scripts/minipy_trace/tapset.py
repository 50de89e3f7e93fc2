"""A tapset folder in which the names of CPython's manual are minipy's.

Debian's systemtap-common has a python.stp whose python.function.entry is a marker of libpython, and
stap reads it before what -I adds: an error where there is no libpython, and deaf to minipy where there is.
So: all that the machine's folder has, by links, but our python.stp, and minipy.stp for this binary. stap takes the
folder by SYSTEMTAP_TAPSET, without -I probes, which would define the names of minipy.stp twice.
"""
import os
import subprocess
import tempfile

STANDARD = "/usr/share/systemtap/tapset"
MARKERS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "markers.sh")


def write(path, text):
    """In one step: another process may be reading the file of before."""
    file = tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), delete=False)
    with file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def make(binary):
    """The folder's name, after the folder was made as it should be."""
    standard = os.environ.get("SYSTEMTAP_TAPSET", STANDARD)
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "minipy", "tapset")
    os.makedirs(folder, exist_ok=True)
    for old in os.listdir(folder):
        path = os.path.join(folder, old)
        if os.path.islink(path) and not os.path.exists(path):
            os.unlink(path)
    for name in os.listdir(standard):
        path = os.path.join(folder, name)
        if name not in ("python.stp", "minipy.stp") and not os.path.lexists(path):
            os.symlink(os.path.join(standard, name), path)
    for names in ("python", "minipy"):
        text = subprocess.run(["sh", MARKERS, "tapset", binary, names], stdout=subprocess.PIPE, text=True, check=True)
        write(os.path.join(folder, names + ".stp"), text.stdout)
    return folder
