import support.dynamic as d
print(d.present, d.computed, dir(d))
try:
    d.absent
except AttributeError as e:
    print(e)
from support.dynamic import computed
print(computed)
