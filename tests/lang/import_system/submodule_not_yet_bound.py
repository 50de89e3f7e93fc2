# A submodule becomes an attribute of its package when its body has run, not before.
import support.pkg.early
try:
    import support.pkg.early_fails
except AttributeError as e:
    print(e)
print(support.pkg.early.names)
