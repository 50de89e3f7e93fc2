value = 1
from . import circular_b
value = circular_b.value + 1
