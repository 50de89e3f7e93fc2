# The mapping that becomes a child's environment is asked for its length first, and it is believed.
import os


class Mapping:
    def __init__(self, length):
        self.length = length

    def __len__(self):
        print("len")
        return self.length

    def __getitem__(self, key):
        raise KeyError(key)

    def keys(self):
        print("keys")
        return ["A"]

    def values(self):
        print("values")
        return ["1"]


class WithoutLength(Mapping):
    __len__ = None


for environment in Mapping(1), Mapping(5), Mapping(0), WithoutLength(1), 5, [1]:
    try:
        os.posix_spawn("/bin/true", ["true"], environment)
        os.wait()
        print("ok")
    except Exception as e:
        print(type(e).__name__, e)
