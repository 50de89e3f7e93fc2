class Proxy:
    def __init__(self, *targets): self.targets = targets
    def __mro_entries__(self, bases):
        print("bases", len(bases))
        return self.targets
class A: pass
class B: pass
class C(Proxy(A, B), dict): pass
print([c.__name__ for c in C.__mro__], C.__bases__ == (A, B, dict), type(C.__orig_bases__[0]).__name__)
