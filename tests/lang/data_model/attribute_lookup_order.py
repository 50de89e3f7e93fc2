class Data:
    def __get__(self, obj, cls): return "data descriptor"
    def __set__(self, obj, value): print("set", value)

class NonData:
    def __get__(self, obj, cls): return "non-data descriptor"

class C:
    data = Data()
    non_data = NonData()
    plain = "class"

c = C()
c.__dict__.update(data="instance", non_data="instance", plain="instance")
print(c.data, c.non_data, c.plain)
c.data = 5
print(C.data, C.plain)
