import sys, array
print(sys.getsizeof(array.array('i', range(100))), sys.getsizeof(array.array('d')), array.array('b', b'abc').__sizeof__())
