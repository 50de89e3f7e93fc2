import sys
def hook(t, v, tb): raise KeyError("in hook")
sys.excepthook = hook
raise ValueError("original")
