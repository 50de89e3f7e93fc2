# Files that only the last exception, or the last result of the prompt, keeps warn when the program ends.
import builtins
import sys
import warnings

warnings.simplefilter("always")
warnings.showwarning = lambda message, category, *rest: print(category.__name__, message, flush=True)
builtins._ = open(sys.argv[0], "rb")


def fail():
    f = open(sys.argv[0], encoding="utf-8")
    1 / 0


fail()
