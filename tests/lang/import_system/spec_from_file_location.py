import importlib.util
import os
import sys

spec = importlib.util.spec_from_file_location("by_hand", "support/plain.py")
print(spec.name, spec.has_location, os.path.relpath(spec.origin), spec.parent == "",
      spec.submodule_search_locations, type(spec.loader).__name__)
module = importlib.util.module_from_spec(spec)
print(module.__name__, os.path.relpath(module.__file__), module.__spec__ is spec, "by_hand" in sys.modules)
spec.loader.exec_module(module)
print(sorted(n for n in vars(module) if not n.startswith("__"))[:3])
package = importlib.util.spec_from_file_location("pack", "support/pkg/__init__.py",
                                                 submodule_search_locations=["support/pkg"])
print(package.parent, package.submodule_search_locations)
print(importlib.util.spec_from_file_location("odd", "support/data.unknown"))
print(importlib.util.find_spec("support.pkg.sub").name, importlib.util.find_spec("none_such"))
try:
    importlib.util.find_spec("none_such.sub")
except ModuleNotFoundError as e:
    print(e)
print(importlib.util.resolve_name(".a", "p.q"), importlib.util.resolve_name("..a", "p.q"))
