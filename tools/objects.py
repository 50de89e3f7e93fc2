"""Where `make` puts the objects of the library: some are made for each design of probes, the others are shared."""
import os
import re
import subprocess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def objects(folder, *variables):
    """{source: object}, when the Makefile's BUILD is this folder."""
    told = subprocess.run(["make", "-s", "-C", ROOT, "print-LIB_OBJ", f"BUILD={folder}", *variables], capture_output=True,
                          text=True, check=True, env={**os.environ, "MAKEFLAGS": "", "MFLAGS": ""}).stdout.split()
    name = re.compile(re.escape(folder) + r"/(?:(?:gate|none|nop|call|semaphore|jump|patched)/)?(.*?)(?:-nop1)?\.o$")
    return {name.match(path)[1] + ".c": path for path in told}
