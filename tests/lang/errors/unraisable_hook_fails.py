import sys


class Final:
    def __del__(self):
        raise ValueError("in del")


def hook(args):
    print(args.exc_type.__name__, args.exc_value, args.err_msg, args.object.__qualname__)
    if args.exc_value.args == ("stop",):
        raise KeyError("in hook")


sys.unraisablehook = hook
Final()
sys.unraisablehook = None
Final.__del__ = lambda self: [][0]
print("end")
