# sys.excepthook tells when it is given something that is no exception.
import sys

sys.stderr = sys.stdout
sys.excepthook(1, "text", 1)
sys.excepthook(None, None, None)
sys.__excepthook__(ValueError, None, None)
sys.excepthook(ValueError, ValueError, None)
sys.excepthook(None, KeyError("a"), None)
