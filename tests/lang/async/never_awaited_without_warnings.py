"""A coroutine that was never awaited, where the module warnings cannot be had: what stopped it is ignored aloud, and C warns."""
import sys
import warnings


async def never(): pass


class Finder:
    """Refuses to find warnings, by the exception that it is made of."""

    def __init__(self, error):
        self.error = error

    def find_spec(self, name, path=None, target=None):
        if name == "warnings":
            print("asked for", name)
            raise self.error


class Odd(type(warnings)):
    """Stands for the module, and has one attribute less."""

    def __init__(self, **names):
        super().__init__("warnings")
        self.names = sorted(names)
        vars(self).update(names)

    def __getattr__(self, name):
        if name == "_warn_unawaited_coroutine":
            raise LookupError(name)
        return getattr(warnings, name)


def hook(unraisable):
    print("ignored:", type(unraisable.exc_value).__name__, unraisable.exc_value, unraisable.object.__name__, unraisable.err_msg)


def say(coroutine):
    print("by Python:", coroutine.__name__)
    raise RuntimeWarning("it may raise this")


def fail(coroutine):
    raise KeyError("or another")


sys.unraisablehook = hook
sys.stderr = sys.stdout
for error in ValueError("no"), ImportError("none"), KeyboardInterrupt("stop"):
    del sys.modules["warnings"]
    sys.meta_path.insert(0, Finder(error))
    print("----", type(error).__name__)
    never()
    del sys.meta_path[0]
    sys.modules["warnings"] = warnings
for stand_in in Odd(), Odd(_warn_unawaited_coroutine=say), Odd(_warn_unawaited_coroutine=fail), Odd(_warn_unawaited_coroutine=None):
    print("----", stand_in.names)
    sys.modules["warnings"] = stand_in
    never()
    sys.modules["warnings"] = warnings
sys.modules["warnings"] = None
print("---- None")
never()
sys.modules["warnings"] = warnings
warnings.simplefilter("error")
print("---- as an error")
never()
