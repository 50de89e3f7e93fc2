"""The collector takes an object apart, but not the dict of its attributes, its globals or its variables when somebody else has them."""
import ast
import collections
import functools
import gc
import io
import sys
import threading
import types
import weakref


def in_cycle(x):
    held = [x]
    held.append(held)


def functions_of_a_module():
    module = types.ModuleType("m")
    exec("def f(): return g\ng = [1]", vars(module))
    in_cycle(module)
    return module.f, vars(module)


f, names = functions_of_a_module()
gc.collect()
print(f(), sorted(names)[-2:])


def attributes(cls, *args):
    thing = cls(*args)
    thing.x = [cls.__name__]
    in_cycle(thing)
    return vars(thing)


def subclass(cls):
    return type("Of" + cls.__name__, (cls,), {})


PLAIN = [(types.SimpleNamespace,), (functools.partial, len), (ast.Name,), (Exception,), (OSError, 2), (io.StringIO,), (io.BytesIO,), (types.ModuleType, "m")]
BASES = [(object,), (dict,), (list,), (set,), (str,), (int,), (tuple,), (threading.local,), (collections.deque,), (collections.OrderedDict,),
         (collections.defaultdict,), (property,), (weakref.ref, len), (classmethod, len)]
for cls, *args in PLAIN + [(subclass(cls), *args) for cls, *args in BASES]:
    kept = attributes(cls, *args)
    gc.collect()
    print(kept["x"])


def attributes_of_functions():
    def f():
        pass

    @functools.lru_cache
    def cached():
        pass
    f.x = cached.x = [1]
    in_cycle([f, cached])
    return vars(f), vars(cached)


for kept in attributes_of_functions():
    gc.collect()
    print(kept["x"])


def globals_of_a_function():
    names = {"x": [1]}
    in_cycle(types.FunctionType((lambda: x).__code__, names))
    return names


def variables_of_a_frame():
    x = [1]
    in_cycle(sys._getframe())
    return locals()


def variables_of_a_generator():
    def steps():
        x = [1]
        yield locals()
    generator = steps()
    in_cycle(generator)
    return next(generator)


for kept in globals_of_a_function(), variables_of_a_frame(), variables_of_a_generator():
    gc.collect()
    print(kept)

# Neither does a state without attributes empty those that were there.
partial = functools.partial(len)
partial.x = [1]
kept = vars(partial)
partial.__setstate__((len, (), {}, None))
print(kept, vars(partial))
