"""Names of the library under the interpreter that runs this, as JSON: list_names.py, the names of modules on stdin.

{"missing": {module: why}, "names": {"module" or "module.Class": its dir()}}. All are imported before the first is
looked at, so that a package shows its submodules whoever imported them.
"""
import importlib
import json
import os
import sys
import warnings


def load(names):
    loaded, missing = {}, {}
    for name in names:
        try:
            loaded[name] = importlib.import_module(name)
        except BaseException as e:  # whatever a module does when it is imported is what is asked
            missing[name] = f"{type(e).__name__}: {e}"
    return loaded, missing


def classes(module):
    for name in dir(module):
        value = getattr(module, name, None)
        if isinstance(value, type) and isinstance(value.__module__, str):
            yield value


def main():
    out, sys.stdout = sys.stdout, open(os.devnull, "w")
    warnings.simplefilter("ignore")
    loaded, missing = load(sys.stdin.read().split())
    names = {}
    for name, module in loaded.items():
        names[name] = dir(module)
        for cls in classes(module):
            names.setdefault(f"{cls.__module__}.{cls.__qualname__}", dir(cls))
    json.dump({"missing": missing, "names": names}, out)


main()
