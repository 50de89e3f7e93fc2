class Box:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"
class Small(Box): pass
print(Box[int], Small[1, 2], Box["a":"b"])
class M(type):
    def __getitem__(cls, item): return ("meta", item)
class N(metaclass=M):
    def __class_getitem__(cls, item): return "never"
print(N[0])
class Plain: pass
try:
    Plain[0]
except TypeError as e:
    print(e)
