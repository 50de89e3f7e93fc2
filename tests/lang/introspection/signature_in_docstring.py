# A class's docstring may begin with its signature, as those of classes in C do.
import inspect
import _pickle
import queue


class Reader:
    """Reader(raw, size=16)\n--\n\nreads"""


class Derived(Reader):
    """Of another name."""


class Plain:
    """Plain(raw) without the mark behind it."""


print(Reader.__text_signature__, inspect.signature(Reader), repr(Reader.__doc__))
print(Derived.__text_signature__, inspect.signature(Derived))
print(Plain.__text_signature__, inspect.signature(Plain))
print(inspect.signature(_pickle.Pickler), inspect.signature(_pickle.Unpickler), queue.SimpleQueue.__text_signature__)
