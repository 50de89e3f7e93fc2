# Random operations on TextIOWrapper: which calls of the buffer it makes, in which
# order, with which arguments. A line that differs names the seed for tests/fuzz/compare_calls.py.
import binascii
import contextlib
import io
import os
import runpy
import sys

program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fuzz", "text_calls.py")
sys.argv = [program, "0", "150"]
with contextlib.redirect_stdout(io.StringIO()) as out:
    runpy.run_path(program)
for text in out.getvalue().split("\nsequence "):
    print(text.split("\n")[0], binascii.crc32(text.encode()))
