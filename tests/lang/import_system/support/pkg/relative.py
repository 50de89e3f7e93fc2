from . import sibling, value
from .sibling import sibling_value as v
from ..plain import count
names = (sibling.__name__, value, v, count)
try:
    from .... import too_far
except ImportError as e:
    names += (str(e),)
