# The importers' classes, specs, loaders, ast.AST, structs of os and time, epoll and Random take attributes, as CPython's
# do; another find_spec in an importer is asked by import. importlib_metadata takes PathFinder.find_distributions away.
import _random
import ast
import importlib.machinery as machinery
import os
import select
import sys
import time

OPEN = (machinery.PathFinder, machinery.BuiltinImporter, machinery.FrozenImporter, machinery.ModuleSpec, machinery.SourceFileLoader,
        machinery.SourcelessFileLoader, machinery.ExtensionFileLoader, machinery.NamespaceLoader, ast.AST, os.stat_result, os.terminal_size,
        time.struct_time, os.DirEntry, select.epoll, _random.Random, type(sys.flags), int)


def show(*acts):
    for act in acts:
        try:
            print(act())
        except Exception as error:
            print(type(error).__name__, error)


for cls in OPEN:
    print(cls.__name__)
    show(lambda: setattr(cls, "extra", 5), lambda: cls.extra, lambda: vars(cls)["__module__"], lambda: delattr(cls, "extra"),
         lambda: delattr(cls, "extra"), lambda: setattr(cls, "__doc__", "mine"), lambda: cls.__doc__ == "mine",
         lambda: setattr(cls, "__module__", "m"), lambda: (cls.__module__, cls))

for cls in OPEN[::4]:
    show(lambda: cls.__annotations__, lambda: setattr(cls, "__annotations__", {"a": 1}), lambda: cls.__annotations__,
         lambda: delattr(cls, "__annotations__"), lambda: setattr(cls, "__qualname__", 5))
Finder = machinery.PathFinder
del Finder.find_distributions
machinery.ModuleSpec.shout = lambda self: self.name.upper()
print(Finder.find_spec("json").shout())
original = Finder.find_spec


def find(name, path=None, target=None):
    print("asked for", name)
    return original(name, path, target)


Finder.find_spec = find
import colorsys
show(lambda: __import__("no_such_module"))
Finder.find_spec = classmethod(lambda cls, name, path=None, target=None: None)
show(lambda: __import__("sndhdr"))
del Finder.find_spec
show(lambda: __import__("sndhdr"))
machinery.ModuleSpec.__eq__ = lambda self, other: "equal"
print(machinery.ModuleSpec("a", None) == 3)
del machinery.ModuleSpec.__eq__
print(machinery.ModuleSpec("a", None) == 3)
ast.AST.__repr__ = lambda self: "a node"
print(ast.parse("x"), ast.parse("x").body)
del ast.AST.__repr__
os.stat_result.is_empty = property(lambda self: self.st_size < 0)
print(os.stat(".").is_empty)
show(lambda: machinery.ModuleSpec("a", None).nothing, lambda: machinery.SourceFileLoader("a", "b") + 1)
