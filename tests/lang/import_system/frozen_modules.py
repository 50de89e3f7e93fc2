"""What is frozen: what the finder says of it, the modules, aliases, and the C functions behind."""
import _imp
import importlib.machinery as machinery
import sys

finder = machinery.FrozenImporter
for n in sorted(_imp._frozen_module_names()):
    if n.startswith("_codecs_") or n in ("_prompt", "_csv", "_multibytecodec", "__hello_only__") or "_importlib" in n:
        continue
    s = finder.find_spec(n)
    print(n, s.origin, s.submodule_search_locations, s.loader_state, s.has_location, s.cached, s.parent)
    print("   ", _imp.find_frozen(n), finder.is_package(n), finder.get_source(n), finder.get_code(n).co_filename)
import __hello__, __phello__, __phello__.spam, __phello_alias__, __hello_alias__, __phello__.ham.eggs  # noqa: E401
for x in (__hello__, __phello__, __phello__.spam, __phello_alias__, __hello_alias__, __phello__.ham, __phello__.ham.eggs):
    print({k: v for k, v in x.__dict__.items() if k[:2] == "__" and k != "__builtins__"})
for n in "xx", 5, "a\0b", "":
    for f in _imp.find_frozen, _imp.is_frozen, _imp.is_frozen_package, _imp.get_frozen_object, finder.get_code:
        try:
            print(f(n))
        except Exception as e:
            print(type(e).__name__, e)


# Finders are classes that programs make instances of and derive from.
class P(machinery.PathFinder):
    pass


class B(machinery.BuiltinImporter):
    pass


class F(finder):
    pass


for c in P, P(), B, B(), F, F(), machinery.PathFinder():
    for n in "json", "sys", "os", "nonesuch":
        s = c.find_spec(n)
        print(n, s and (s.name, s.origin))
sys.meta_path[:] = [B, F, P]
import json, colorsys  # noqa: E401,E402
print(json.__spec__.origin, colorsys.__file__, F.get_code("os").co_filename, B.is_package("sys"))
