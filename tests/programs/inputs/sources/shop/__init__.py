"""A small shop."""
from .stock import Stock
from .money import *
