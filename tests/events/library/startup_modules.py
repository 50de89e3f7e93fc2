# The modules that CPython has loaded before a program starts, run once more under other names.
import sys
import importlib.util
for name in "_collections_abc", "_sitebuiltins", "abc", "codecs", "genericpath", "io", "os", "posixpath", "stat", "encodings.aliases":
    __import__(name)
    spec = importlib.util.find_spec(name)
    with open(spec.origin, encoding="utf-8") as file:
        code = compile(file.read(), "again_" + name + ".py", "exec")
    exec(code, {"__name__": "again." + name, "__file__": spec.origin})
