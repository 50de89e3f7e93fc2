import support.pkg
import support.pkg.sub
print(support.pkg.__name__, support.pkg.__package__, support.pkg.__file__.rsplit("/", 2)[1:], support.pkg.sub.__package__)
print(support.pkg.sub.parent_name, support.pkg.sub.sibling_value, hasattr(support.pkg, "sub"))
print(support.pkg.__spec__.name, support.pkg.__spec__.parent, support.pkg.sub.__spec__.parent, len(support.pkg.__path__))
