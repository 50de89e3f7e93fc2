"""Code without the instruction that ends a handler: its exception stays the handled one, up to the end of the program."""
import dis
import sys


def f():
    try:
        1 / 0
    except ZeroDivisionError:
        pass
    return 5


code = f.__code__
ends = [i.offset for i in dis.get_instructions(code) if i.opname == "POP_EXCEPT"]
changed = bytearray(code.co_code)
changed[ends[0]] = dis.opmap["POP_TOP"]


class Held:
    pass


held = Held()
f.__code__ = code.replace(co_code=bytes(changed), co_stacksize=code.co_stacksize + 4)
print(f(), sys.exc_info()[0])
sys.exc_info()[1].held = held, f
