# When the modules go, sys has lost its finders and paths, and has its first streams again: nothing is imported.
import io
import sys


class Last:
    def __del__(self, sys=sys):
        for name in ("path", "argv", "ps1", "path_hooks", "path_importer_cache", "meta_path", "last_value",
                     "__interactivehook__"):
            print(name, vars(sys).get(name, "is not there"))
        print(len(sys.modules), sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__, sys.stdin is sys.__stdin__)
        for name in "sys", "os", "time", "locale", "there_is_no_such_module":
            try:
                __import__(name)
            except ImportError as e:
                print(type(e).__name__, e)


last = Last()
sys.stdin = sys.stdout = sys.stderr = io.StringIO()
print("unseen")
