import sys

for name in "version_info", "flags", "float_info", "int_info", "hash_info", "thread_info":
    info = getattr(sys, name)
    cls = type(info)
    print(name, cls.__name__, cls.__module__, cls.__mro__[1:], cls.n_fields, cls.n_sequence_fields,
          cls.n_unnamed_fields, cls.__match_args__)
    for make in (lambda: cls(), lambda: cls([0] * cls.n_fields)):
        try:
            print(make())
        except TypeError as e:
            print(e)
print(sys.version_info[:2], sys.version_info.major, sys.version_info >= (3, 11))
print(sys.float_info, sys.int_info, sys.hash_info)
print(sys.implementation.version == sys.version_info, type(sys.implementation))
try:
    sys.flags.debug = 1
except AttributeError as e:
    print(e)
try:
    class Mine(type(sys.flags)):
        pass
except TypeError as e:
    print(e)
