# importlib is written in Python: where the repr of a name fails in its message, that is the error, and a parent that is
# no package has raised its AttributeError, which is the context.
import sys


class Name(str):
    def __repr__(self):
        raise ZeroDivisionError("no repr")


class Spec:
    def __init__(self, name):
        self.name = name


finder = next(f for f in sys.meta_path if getattr(f, "__name__", "") == "BuiltinImporter")
frozen = next(f for f in sys.meta_path if getattr(f, "__name__", "") == "FrozenImporter")
sys.meta_path[:] = [f for f in sys.meta_path if isinstance(f, type)]
sys.modules["blocked"] = None
for attempt in (
    lambda: __import__(Name("nosuch")),
    lambda: __import__(Name("nosuch.inner")),
    lambda: __import__(Name("sys.inner")),
    lambda: __import__(Name("os.path.inner")),
    lambda: __import__(Name("blocked")),
    lambda: __import__(Name("blocked.inner")),
    lambda: __import__("blocked.inner"),
    lambda: __import__("os.path.inner"),
    lambda: finder.create_module(Spec(Name("nosuch"))),
    lambda: finder.is_package(Name("nosuch")),
    lambda: frozen.is_package(Name("nosuch")),
    lambda: finder.get_code("nosuch"),
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error.args, getattr(error, "name", None), "|", repr(error.__context__), error.__suppress_context__)
