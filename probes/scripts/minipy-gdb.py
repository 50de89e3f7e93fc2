"""Python stacks of minipy in gdb, of a process or of a core file:

    (gdb) source probes/scripts/minipy-gdb.py
    (gdb) minipy-bt            the selected thread's; -l with its local variables, -a of all threads
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(os.path.expanduser(__file__))))

from minipy_spy import in_gdb  # noqa: E402

in_gdb.Backtrace()
