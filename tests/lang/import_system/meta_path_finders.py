import importlib.util
import sys
import types


class Finder:
    def find_spec(self, name, path, target=None):
        if not name.startswith("gen_"):
            return None
        print("find", name, path, target is not None)
        return importlib.util.spec_from_loader(name, self, is_package=name.endswith("pkg"))

    def create_module(self, spec):
        return types.ModuleType(spec.name, "made") if spec.name != "gen_plain" else None

    def exec_module(self, module):
        print("exec", module.__name__, repr(module.__package__), getattr(module, "__path__", None))
        if module.__name__ == "gen_fails":
            raise ValueError("while running")
        module.times = getattr(module, "times", 0) + 1


sys.meta_path.insert(0, Finder())
import gen_one
import gen_plain
import gen_one
print(gen_one.__doc__, gen_plain.__doc__, gen_one.__loader__ is sys.meta_path[0])
import gen_pkg.gen_pkg.gen_leaf
print(gen_pkg.gen_pkg.gen_leaf.__spec__.parent)
try:
    import gen_fails
except ValueError as e:
    print(e, "gen_fails" in sys.modules)
try:
    import gen_one.leaf
except ImportError as e:
    print(e)
print(importlib.reload(gen_one) is gen_one, gen_one.times)
