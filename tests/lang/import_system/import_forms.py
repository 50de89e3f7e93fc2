import math
import collections.abc
import os.path as p
from math import floor, ceil as up
from collections import (OrderedDict,
                         deque)
print(math.pi, collections.abc.Mapping.__name__, p.basename("/a/b"), floor(1.5), up(1.5))
print(collections.__name__, OrderedDict.__name__, deque.__name__)
