from math import pi,
