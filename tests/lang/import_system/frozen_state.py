"""What the specs of frozen modules remember."""
import _imp
import importlib
import sys

for name in "os", "codecs", "abc", "posixpath", "importlib.util", "importlib.machinery":
    module = importlib.import_module(name)
    print(name, module.__spec__.loader_state, _imp.is_frozen_package(name), module.__spec__.origin)
print(importlib.import_module("json").__spec__.loader_state, sys.__spec__.loader_state)
try:
    _imp.is_frozen_package("json")
except ImportError as e:
    print(e)
