class B:
    def __bytes__(self): return b"bytes"
print(bytes(B()))
class Bad:
    def __bytes__(self): return "str"
try:
    bytes(Bad())
except TypeError as e:
    print(e)
