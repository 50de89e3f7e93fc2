"""None in sys.modules: what is imported below it, and by whom."""
import importlib
import sys

sys.modules["blocked"] = None
sys.modules["colorsys"] = None


def attempt(action):
    try:
        action()
    except ImportError as e:
        sys.audit("attempt", str(e), e.name)


attempt(lambda: __import__("blocked"))
attempt(lambda: __import__("blocked.sub"))
attempt(lambda: __import__("blocked.sub.more"))
attempt(lambda: importlib.import_module("blocked.sub"))
attempt(lambda: importlib.import_module("colorsys"))
import chunk  # noqa: E402,F401
importlib.import_module("sndhdr")
