class C: pass
c = C()
c.__len__ = lambda: 5
c.__iter__ = lambda: iter([1])
c.__str__ = lambda: "instance"
try:
    len(c)
except TypeError as e:
    print(e)
try:
    iter(c)
except TypeError as e:
    print(e)
C.__len__ = lambda self: 7
print(len(c), "instance" in str(c))
