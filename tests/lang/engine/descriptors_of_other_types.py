"""What types in C describe, put into a class to which it does not belong, and used again and again at one place: it is
refused each time, by the first use as by the sixth."""
import builtins
import functools
import re
import types

KINDS = types.GetSetDescriptorType, types.MemberDescriptorType, types.MethodDescriptorType, types.WrapperDescriptorType


def load(o): return o.it
def store(o): o.it = 1
def delete(o): del o.it
def call(o): return o.it()
def call_one(o): return o.it(o)
def call_two(o): return o.it(1, 2)
def bind(o): return o.it, 0
def ask(o): return getattr(o, "it")


FEW = "append", "keys", "upper", "__add__", "__len__", "__next__", "send", "read"  # of methods, which ask for themselves
LOADS = load, call, call_one, call_two, bind, ask
USES = *LOADS, store, delete


def anew(use):
    """At a place of its own."""
    return types.FunctionType(use.__code__.replace(co_name=use.__name__), {})


def outcomes(use, o, turns=6):
    found = []
    for turn in range(turns):
        try:
            use(o)
            said = "done"
        except Exception as e:
            said = type(e).__name__
        if said not in found:
            found.append(said)
    return found


def used(owner, name, d):
    whose = type("Borrowed", (), {"it": d})
    meta = type("Meta", (type,), {"it": d})
    for o in whose(), meta("Of", (), {}):
        for use in USES if hasattr(d, "__set__") else LOADS:
            again = anew(use)
            found = outcomes(again, o)
            if len(found) > 1 or found == ["done"]:
                yield use.__name__, found


OF_SITE = "copyright", "credits", "exit", "help", "license", "quit"
found = [getattr(module, name) for module in (builtins, types, functools, re) for name in dir(module) if name not in OF_SITE]
owners = {t for t in found if isinstance(t, type) and not t.__flags__ & 1 << 9 and t is not object and t is not type}
for owner in sorted(owners, key=lambda t: (t.__module__, t.__qualname__)):
    refused, others = 0, []
    for name, d in sorted(vars(owner).items()):
        if isinstance(d, KINDS[:2]) or isinstance(d, KINDS[2:]) and name in FEW:
            seen = list(used(owner, name, d))
            refused += not seen
            others += [(name, seen)] if seen else []
    print(owner.__module__, owner.__qualname__, refused > 0)
    for name, seen in others:
        print("   ", name, *{f"{use}: {', '.join(found)}": 0 for use, found in seen}, sep="; ")
