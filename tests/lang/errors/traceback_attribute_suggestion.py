import math
math.flor(1.5)
