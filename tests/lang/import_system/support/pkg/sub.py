from .. import pkg
from .sibling import sibling_value
parent_name = pkg.__name__
