"""_abc: registries, caches and their tokens."""
import _abc
import abc


class A(abc.ABC):
    pass


class B:
    pass


class C(B):
    pass


before = abc.get_cache_token()
A.register(B)
print(abc.get_cache_token() - before, issubclass(C, A), isinstance(C(), A), issubclass(int, A), isinstance(1, A))
print([type(x) for x in _abc._get_dump(A)])
registry, cache, negative, version = _abc._get_dump(A)
print(sorted(r().__name__ for r in registry), sorted(r().__name__ for r in cache), sorted(r().__name__ for r in negative))
_abc._reset_caches(A)
print([len(s) for s in _abc._get_dump(A)[:3]])
print(issubclass(C, A))
_abc._reset_registry(A)
print([len(s) for s in _abc._get_dump(A)[:3]])
_abc._reset_caches(A)
print(issubclass(C, A))
for f in (_abc._get_dump, _abc._reset_caches, _abc._reset_registry, lambda x: _abc._abc_register(x, int), lambda x: _abc._abc_subclasscheck(x, int), lambda x: _abc._abc_instancecheck(x, 1)):
    for x in (1, int):
        try:
            print(f(x))
        except Exception as e:
            print(type(e).__name__, e)
for bad in (1, A):
    try:
        print(A.register(bad))
    except Exception as e:
        print(type(e).__name__, e)


class D(A):
    pass


try:
    D.register(A)
except RuntimeError as e:
    print(e)
try:
    issubclass(1, A)
except TypeError as e:
    print(e)
A._dump_registry(open("/dev/null", "w"))
A._abc_registry_clear()
A._abc_caches_clear()
