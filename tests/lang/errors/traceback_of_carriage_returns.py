# The end of a line is \n, \r\n or \r, also where a traceback shows one.
import traceback

source = b"x = 1\rdef f():\r\n    return x / 0\rf()\r"
try:
    exec(compile(source, "mixed", "exec"))
except ZeroDivisionError as e:
    print([(f.lineno, f.name) for f in traceback.extract_tb(e.__traceback__)][1:])
