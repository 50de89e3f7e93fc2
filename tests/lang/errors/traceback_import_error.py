from math import flor
