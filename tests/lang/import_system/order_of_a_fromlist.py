"""Which attributes of a package an import statement reads, in which order: programs put proxies into sys.modules."""
import sys
import types


class Proxy(types.ModuleType):
    def __getattribute__(self, name):
        if name != "__spec__":  # by which CPython alone asks whether the module is being loaded
            seen.append(name)
        return super().__getattribute__(name)


seen = []
package = sys.modules["package"] = Proxy("package")
package.__path__ = []
package.there = 1
for statement in ("from package import there", "from package import missing", "from package import there as a, missing",
                  "import package.there"):
    seen.clear()
    try:
        exec(statement, {})
        print(statement, seen)
    except ImportError as error:
        print(statement, seen, type(error).__name__, error)
