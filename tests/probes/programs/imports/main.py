"""Imports that nest, fail, repeat, and come from packages."""
import pk_plain
import pk_plain as again
from pk_outer.pk_inner import leaf, VALUE
import pk_outer.pk_inner.leaf
from pk_outer import *

try:
    import probes_missing
except ImportError as error:
    print(type(error).__name__, error.name)

try:
    import pk_broken
except ZeroDivisionError:
    print("broken")

try:
    from pk_plain import absent
except ImportError:
    print("absent")

try:
    import pk_outer.probes_missing
except ModuleNotFoundError as error:
    print(error)

try:
    import pk_plain.child
except ModuleNotFoundError as error:
    print(error)


def late():
    import pk_late
    return pk_late.name()


print(late(), late(), leaf.NAME, VALUE, shared, again is pk_plain)
__import__("pk_outer.pk_inner.second")
import sys

sys.modules["pk_none"] = None
try:
    import pk_none
except ImportError:
    print("none")
del sys.modules["pk_plain"]
import pk_plain
