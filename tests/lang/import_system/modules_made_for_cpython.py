"""What is there for CPython alone says so; it is a module that was not found all the same."""
import os
import sys
import tempfile

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)
os.mkdir(os.path.join(folder, "package"))
for name in "package/__init__.py", "package/_fast.cpython-311-x86_64-linux-gnu.so", "_stable.abi3.so":
    open(os.path.join(folder, name), "w").close()
for name in "package._fast", "_stable", "package.none", "none":
    try:
        __import__(name)
    except ImportError as error:
        print(type(error).__name__ if name.endswith("none") else isinstance(error, ImportError), error.name)
        shown = str(error).replace(folder, "FOLDER")
        print(shown if name.endswith("none") or sys.implementation.name != "cpython" else
              "(the file is empty: " + shown.rpartition("/")[2] + ")")
os.mkdir(os.path.join(folder, "_stable"))
for name, what in ("package", "_fast"), ("package", "none"), ("_stable", "something"), ("os", "none"):
    try:
        __import__(name, fromlist=[what])
        exec(f"from {name} import {what}")
    except ImportError as error:
        print(error.name if name == "os" else isinstance(error, ImportError), end=" ")
        shown = str(error).replace(folder, "FOLDER")
        print(shown if what == "none" or sys.implementation.name != "cpython" else
              "(the file is empty: " + shown.rpartition("/")[2] + ")")
odd = sys.modules["odd"] = type(sys)("odd")
for odd.__path__ in 5, None, ("a", "b"), [1, None], {}:
    try:
        from odd import none
    except Exception as error:
        print(type(error).__name__, error)
sys.path.remove(folder)
sys.path_importer_cache.clear()
