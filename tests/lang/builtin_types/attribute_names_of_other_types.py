"""__getattribute__() and its like refuse what is no str, whichever type they are of."""
import decimal
import threading
import types
import weakref


class Meta(type):
    pass


class A(metaclass=Meta):
    def method(self):
        pass


class Text(str):
    pass


a = A()
OBJECTS = (decimal.Context(), a.method, int | str, list[int], super(A, a), {}.keys(), {}.items(), {}.values(), threading.local(), A, a, int, len, [].append,
           iter([]), types.MappingProxyType({}), types.SimpleNamespace(), lambda: 1, property(), staticmethod(len), None, 1, "a", weakref.proxy(a), types)
for o in OBJECTS:
    for name in 5, None, b"a", (), A, Text("zz"), "":
        said = set()
        for method, args in (("__getattribute__", ()), ("__setattr__", (1,)), ("__delattr__", ())):
            if type(o) is decimal.Context and method == "__delattr__" or type(o) is threading.local and not isinstance(name, str):
                continue
            try:
                getattr(type(o), method)(o, name, *args)
            except (TypeError, AttributeError) as e:
                said.add(f"{type(e).__name__}: {e}")
        print(type(o).__name__, repr(name).partition(" at ")[0], *sorted(said), sep="; ")
context = decimal.Context()
print(context.__getattribute__("flags") is context.flags, context.__getattribute__(Text("traps")) is context.traps)


local = threading.local()
for o in (local, a, types.SimpleNamespace(), decimal.Context(), len):
    for method, args in (("__getattribute__", ()), ("__setattr__", (1,)), ("__delattr__", ())):
        name = Text("nn")
        kept = weakref.ref(name)
        try:
            getattr(type(o), method)(o, name, *args)
        except (TypeError, AttributeError) as e:
            print(type(o).__name__, method, type(e).__name__)
        del name
        print(method == "__setattr__" or kept() is None)
