print(True + True, True * 5, sum([True, False, True]), isinstance(True, int), bool.__mro__, True == 1, str(True), repr(False), f"{True:d} {True}", "%d" % True)
print(bool("False"), bool(0.0), bool(None), bool([0]), ~True, -True, True & 1, True ^ True, int(True), [10, 20][True])
try:
    class B(bool): pass
except TypeError as e:
    print(e)
