VALUE = 3
from .leaf import NAME
