from . import circular_a
value = circular_a.value + 10
