print(..., Ellipsis, type(...), NotImplemented, None, type(None), type(NotImplemented), ... is Ellipsis)
for t in (type(None), type(...), type(NotImplemented)):
    print(t() is t(), repr(t))
try:
    type(None)(1)
except TypeError as e:
    print(e)
