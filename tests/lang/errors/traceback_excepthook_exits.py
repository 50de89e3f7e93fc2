import sys


def hook(kind, value, tb):
    print("hook", kind.__name__, value)
    sys.exit(5)


sys.excepthook = hook
1 / 0
