"""What __reduce__ names of builtins, and what it says if that has been deleted."""
import builtins

things = {
    "getattr": [
        lambda: [].append.__reduce__,
        lambda: list.append.__reduce__,
        lambda: Class().method.__reduce__,
        lambda: dict.fromkeys.__reduce__,
        lambda: int.__add__.__reduce__,
    ],
    "iter": [lambda: iter([1]).__reduce__, lambda: iter(list[int]).__reduce__, lambda: iter("a").__reduce__],
    "next": [lambda: next(iter(list[int])).__reduce__],
    "reversed": [lambda: reversed([1]).__reduce__],
}


class Class:
    def method(self):
        pass


for name, makers in things.items():
    for make in makers:
        reduce = make()
        print(name, reduce()[0])
        saved = getattr(builtins, name)
        delattr(builtins, name)
        try:
            print(reduce())
        except AttributeError as e:
            print(type(e).__name__, e)
        finally:
            setattr(builtins, name, saved)

saved = builtins.print
del builtins.print
try:
    copyright()
except Exception as e:
    saved(type(e).__name__)
builtins.print = saved
