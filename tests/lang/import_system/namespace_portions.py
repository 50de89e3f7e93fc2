# The portions of a namespace package follow sys.path.
import os
import sys

sys.path.insert(0, "support/portion_one")
import shared_space.first
print(shared_space.first.name, [os.path.relpath(p) for p in shared_space.__path__])
try:
    import shared_space.second
except ImportError as e:
    print(e)
sys.path.append("support/portion_two")
import shared_space.second
print(shared_space.second.name, [os.path.relpath(p) for p in shared_space.__path__])
print(shared_space.__file__ if hasattr(shared_space, "__file__") else "no file",
      shared_space.__spec__.origin, shared_space.__spec__.loader.__class__.__name__)
