from . import circular_d
late = 1
